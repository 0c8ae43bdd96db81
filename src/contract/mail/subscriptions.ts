import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

const option = shape("'daily' | 'weekly' | 'monthly'")
const projectId = shape('1 <= string <= 128')
/** An IANA name, such as the browser's. Used if the account has no time zone. */
const zone = shape('1 <= string <= 64')

/** When the next digest of each option is sent; null if the caller is not subscribed. */
const digests = shape({ daily: [time, '|', 'null'], weekly: [time, '|', 'null'], monthly: [time, '|', 'null'] })
const projectRow = shape({ project_id: 'string', name: 'string', organization: 'string | null', digests })
const group = shape({
  group: 'string',
  title: 'string',
  description: 'string',
  subscribed: 'boolean',
  /** When the next mail is due; null if the caller is not subscribed, and for mail that is sent when something happens. */
  next: [time, '|', 'null'],
})

/** The subscription to news of the monitors that projects share with everyone. */
const expert = shape({ subscribed: 'boolean', next: [time, '|', 'null'] })

/** The mail that an unsubscribe link is about. */
const ending = shape({
  /** The recipient's address. */
  address: 'string',
  /** The mail in words: "the weekly digest of “Shop”". */
  what: 'string',
  ended: 'boolean',
})

/** Mail subscriptions of an account. */
export const subscriptions = {
  'subscription.list': endpoint('GET /api/2/subscriptions/', {
    summary: 'Lists the mail groups that the caller can subscribe to, and the address their mail goes to',
    access: 'account',
    lists: 'results',
    answer: shape({
      meta: {
        email: 'string',
        /** Whether the caller has confirmed the address. No mail is sent before that. */
        email_verified: 'boolean',
        /** Why the last mail could not be delivered; null if it was. */
        undeliverable: [{ reason: 'string', since: time }, '|', 'null'],
        /** The time zone that decides when it is seven in the morning. */
        time_zone: 'string',
        /** Whether this installation sends mail. If not, site admins read it. */
        mail_leaves: 'boolean',
      },
      results: [group, '[]'],
    }),
  }),
  'subscription.add': endpoint('PUT /api/2/subscriptions/{group}/', {
    summary: 'Subscribes the caller to a mail group',
    access: 'account',
    audit: 'subscription.create',
    body: shape({ 'time_zone?': zone }),
    answer: group,
  }),
  'subscription.end': endpoint('DELETE /api/2/subscriptions/{group}/', {
    summary: 'Unsubscribes the caller from a mail group',
    access: 'account',
    effect: 'write',
    audit: 'subscription.delete',
    answer: group,
  }),
  'subscription.projects': endpoint('GET /api/2/project-subscriptions/projects', {
    summary: 'Lists the projects that the caller can enter, with the digests they subscribe to',
    access: 'account',
    lists: 'results',
    answer: results(projectRow),
  }),
  'subscription.add-digest': endpoint('POST /api/2/project-subscriptions/', {
    summary: 'Subscribes the caller to a digest of the given project, or of the request’s project',
    access: 'account',
    audit: 'subscription.create',
    body: shape({ option, 'project_id?': projectId, 'time_zone?': zone }),
    answer: projectRow,
  }),
  'subscription.end-digest': endpoint('DELETE /api/2/project-subscriptions/', {
    summary: 'Unsubscribes the caller from one digest of a project, or from all of its digests if no option is given',
    access: 'account',
    effect: 'write',
    audit: 'subscription.delete',
    query: shape({ 'option?': option, 'project_id?': projectId }),
    answer: projectRow,
  }),
  'subscription.trigger': endpoint('POST /api/2/project-subscriptions/trigger', {
    summary: 'Sends the caller a digest up to now, whether or not they subscribe to it',
    access: 'account',
    changes: false,
    limit: 'send',
    reaches: true,
    audit: 'subscription.trigger',
    body: shape({ option, 'project_id?': projectId }),
    answer: shape({ email: 'string', mail_leaves: 'boolean' }),
  }),
  'subscription.undeliverable': endpoint('POST /api/2/subscriptions/undeliverable', {
    summary: 'Returns the given addresses that a mail server has permanently refused, with reason and time',
    access: 'account',
    effect: 'read',
    body: shape({ emails: '(string <= 320)[] <= 100' }),
    answer: shape({ results: [{ email: 'string', reason: 'string', since: time }, '[]'] }),
  }),
  'expert-subscription.read': endpoint('GET /api/2/api_expert/subscription/', {
    summary:
      'Lists the collections that share monitors with every account of this installation, and whether the caller subscribes to their news',
    access: 'account',
    lists: 'results',
    answer: shape({
      meta: {
        '...': expert,
        email: 'string',
        email_verified: 'boolean',
        undeliverable: [{ reason: 'string', since: time }, '|', 'null'],
        time_zone: 'string',
        mail_leaves: 'boolean',
      },
      results: [{ project_id: 'string', name: 'string', monitors: 'number.integer >= 1' }, '[]'],
    }),
  }),
  'expert-subscription.add': endpoint('POST /api/2/api_expert/subscription/', {
    summary: 'Subscribes the caller to the weekly mail about the monitors that collections share with everyone',
    access: 'account',
    audit: 'subscription.create',
    body: shape({ 'time_zone?': zone }),
    answer: expert,
  }),
  'expert-subscription.end': endpoint('DELETE /api/2/api_expert/subscription/', {
    summary: 'Unsubscribes the caller from the mail about shared monitors',
    access: 'account',
    effect: 'write',
    audit: 'subscription.delete',
    answer: expert,
  }),
  'unsubscribe.read': endpoint('GET /api/2/unsubscribe/{token}', {
    summary: 'Returns the mail that an unsubscribe link is for, and whether it is already ended',
    access: 'public',
    answer: ending,
  }),
  'unsubscribe.end': endpoint('POST /unsubscribe/{token}', {
    summary: 'Unsubscribes through a mail’s link, immediately and without a sign-in (RFC 8058)',
    access: 'public',
    audit: 'mail.unsubscribe',
    answer: ending,
  }),
  'unsubscribe.undo': endpoint('POST /api/2/unsubscribe/{token}/undo', {
    summary: 'Undoes an unsubscribe, so the mail is sent again',
    access: 'public',
    audit: 'mail.resubscribe',
    answer: ending,
  }),
} as const
