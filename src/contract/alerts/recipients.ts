import { endpoint, shape } from '../core/endpoint.ts'

const asked = shape({
  address: 'string',
  /** The name of the project that wants to send alerts to this address. */
  project: 'string',
  confirmed: 'boolean',
})

/** Recipients of email alerts who are not members. Each must confirm first, through a link sent by mail. */
export const recipients = {
  'recipient.read': endpoint('GET /api/2/recipients/{token}', {
    summary: 'Returns the address and project that a confirmation link is for; reading it confirms nothing',
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
    summary: 'Sends the confirmation mail to a recipient of an email alert again; at most 3 a day to one address',
    access: 'edit',
    changes: false,
    limit: 'send',
    reaches: true,
    audit: 'recipient.ask',
    status: 204,
    body: shape({ address: '3 <= string <= 320' }),
    answer: null,
  }),
} as const
