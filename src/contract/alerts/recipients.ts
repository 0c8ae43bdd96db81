import { endpoint, shape } from '../core/endpoint.ts'

const asked = shape({
  address: 'string',
  /** The name of the project that wants to send its alerts there. */
  project: 'string',
  confirmed: 'boolean',
})

/** Addresses that get alerts by mail without being a member’s: each is asked first, by a letter with a link. */
export const recipients = {
  'recipient.read': endpoint('GET /api/2/recipients/{token}', {
    summary: 'Which address the link of a letter confirms for the alerts of which project; reading it confirms nothing',
    access: 'public',
    answer: asked,
  }),
  'recipient.confirm': endpoint('POST /api/2/recipients/{token}', {
    summary: 'Confirms that the owner of an address wants the alerts of a project',
    access: 'public',
    audit: 'recipient.confirm',
    answer: asked,
  }),
  'recipient.ask': endpoint('POST /api/3/webhooks/{id}/recipients', {
    summary:
      'Sends the letter once more in which an address of a mail alert is asked to confirm; at most 3 a day to one address',
    access: 'edit',
    limit: 'send',
    reaches: true,
    audit: 'recipient.ask',
    status: 204,
    body: shape({ address: '3 <= string <= 320' }),
    answer: null,
  }),
} as const
