import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

const option = shape("'daily' | 'weekly' | 'monthly'")
const projectId = shape('1 <= string <= 128')
/** An IANA name, such as that of the browser: it counts where the account has set none. */
const zone = shape('1 <= string <= 64')

/** For each option, when its next digest leaves; null where it is not subscribed to. */
const digests = shape({ daily: [time, '|', 'null'], weekly: [time, '|', 'null'], monthly: [time, '|', 'null'] })
const projectRow = shape({ project_id: 'string', name: 'string', organization: 'string | null', digests })
const group = shape({
  group: 'string',
  title: 'string',
  description: 'string',
  subscribed: 'boolean',
  /** When its next letter is due; null where it is not subscribed to. */
  next: [time, '|', 'null'],
})

/** Where mail of a link ends or begins again. */
const ending = shape({
  /** Whose mail: an address. */
  address: 'string',
  /** What of: "the weekly digest of “Shop”". */
  what: 'string',
  ended: 'boolean',
})

/** What a person gets by mail. */
export const subscriptions = {
  'subscription.list': endpoint('GET /api/2/subscriptions/', {
    summary: 'The groups of mail that the caller may subscribe to, and where their mail goes',
    access: 'account',
    lists: 'results',
    answer: shape({
      meta: {
        email: 'string',
        /** Whether the caller has shown that the address is their own; no mail goes there before. */
        email_verified: 'boolean',
        /** Why mail did not arrive there the last time; null where it did. */
        undeliverable: [{ reason: 'string', since: time }, '|', 'null'],
        /** By which clock it is seven in the morning. */
        time_zone: 'string',
        /** Whether mail leaves this installation; where it does not, a site admin reads it. */
        mail_leaves: 'boolean',
      },
      results: [group, '[]'],
    }),
  }),
  'subscription.add': endpoint('PUT /api/2/subscriptions/{group}/', {
    summary: 'Subscribes the caller to a group of mail',
    access: 'account',
    audit: 'subscription.create',
    body: shape({ 'time_zone?': zone }),
    answer: group,
  }),
  'subscription.end': endpoint('DELETE /api/2/subscriptions/{group}/', {
    summary: 'Ends the caller’s subscription to a group of mail',
    access: 'account',
    effect: 'write',
    audit: 'subscription.delete',
    answer: group,
  }),
  'subscription.projects': endpoint('GET /api/2/project-subscriptions/projects', {
    summary: 'The projects that the caller may enter, with the digests of each that they subscribe to',
    access: 'account',
    lists: 'results',
    answer: results(projectRow),
  }),
  'subscription.add-digest': endpoint('POST /api/2/project-subscriptions/', {
    summary: 'Subscribes the caller to a digest of a project: the one named, else that of the request',
    access: 'account',
    audit: 'subscription.create',
    body: shape({ option, 'project_id?': projectId, 'time_zone?': zone }),
    answer: projectRow,
  }),
  'subscription.end-digest': endpoint('DELETE /api/2/project-subscriptions/', {
    summary:
      'Ends the caller’s subscription to a digest of a project, or to all of its digests where no option is named',
    access: 'account',
    effect: 'write',
    audit: 'subscription.delete',
    query: shape({ 'option?': option, 'project_id?': projectId }),
    answer: projectRow,
  }),
  'subscription.trigger': endpoint('POST /api/2/project-subscriptions/trigger', {
    summary: 'Sends the caller a digest of the time up to now, whether they subscribe to it or not',
    access: 'account',
    limit: 'send',
    reaches: true,
    audit: 'subscription.trigger',
    body: shape({ option, 'project_id?': projectId }),
    answer: shape({ email: 'string', mail_leaves: 'boolean' }),
  }),
  'subscription.undeliverable': endpoint('POST /api/2/subscriptions/undeliverable', {
    summary: 'Which of these addresses a mail server has refused for good, why, and since when',
    access: 'account',
    effect: 'read',
    body: shape({ emails: '(string <= 320)[] <= 100' }),
    answer: shape({ results: [{ email: 'string', reason: 'string', since: time }, '[]'] }),
  }),
  'unsubscribe.read': endpoint('GET /api/2/unsubscribe/{token}', {
    summary: 'Which mail the link of a mail ends, and whether it is ended',
    access: 'public',
    answer: ending,
  }),
  'unsubscribe.end': endpoint('POST /unsubscribe/{token}', {
    summary: 'Ends the mail that a link is about, at once and without a sign-in (RFC 8058)',
    access: 'public',
    audit: 'mail.unsubscribe',
    answer: ending,
  }),
  'unsubscribe.undo': endpoint('POST /api/2/unsubscribe/{token}/undo', {
    summary: 'Takes it back: the mail comes again',
    access: 'public',
    audit: 'mail.resubscribe',
    answer: ending,
  }),
} as const
