import { lastPeriod, periodAt, type ScorePeriod } from '../insights/score-period.ts'
import { type DigestOption, isDigestOption, nextDigest } from './digest-times.ts'

/**
 * When a group's mail is sent: by the clock, after the reports of a week or month (UTC), or as soon as something happens. The last kind
 * goes to everyone concerned until they end it; the others only to those who subscribe.
 */
type Sent = DigestOption | ScorePeriod | 'at_once'

/** Mail groups: subscriptions that cover all projects of an account, by the id used in the API. Each has a producer. */
export const MAIL_GROUPS = {
  alerts_digest: {
    title: 'Alerts of the day',
    description:
      'Every morning, the monitors of all your projects that alerted the day before. Not sent if there were none.',
    sent: 'daily',
  },
  insights_weekly: {
    title: 'Scores of the week',
    description:
      'Once a week, the score of each of your projects and its monitors, against the week before. Not sent if there are none.',
    sent: 'week',
  },
  insights_monthly: {
    title: 'Scores of the month',
    description:
      'Once a month, the score of each of your projects and its monitors, against the month before. Not sent if there are none.',
    sent: 'month',
  },
  undelivered: {
    title: 'Alerts that could not be delivered',
    description:
      'At once, when the message of an alert in a project that you own is given up: refused for good, or retried for 26 hours in vain.',
    sent: 'at_once',
  },
  tokens: {
    title: 'Tokens',
    description: 'At once, when a token of yours could not be refreshed, or expires soon and cannot be refreshed.',
    sent: 'at_once',
  },
  quota: {
    title: 'Limits',
    description: 'At once, when a project that you own has used 80, 95 or 100 % of a limit of this server.',
    sent: 'at_once',
  },
} as const satisfies Record<string, { title: string; description: string; sent: Sent }>

export type MailGroup = keyof typeof MAIL_GROUPS

export const isMailGroup = (text: string): text is MailGroup => Object.hasOwn(MAIL_GROUPS, text)

/** Groups whose mail is sent when something happens. */
export type EventGroup = {
  [Group in MailGroup]: (typeof MAIL_GROUPS)[Group]['sent'] extends 'at_once' ? Group : never
}[MailGroup]

export const isEventGroup = (text: string): text is EventGroup =>
  isMailGroup(text) && MAIL_GROUPS[text].sent === 'at_once'

/** The subscription to news of the monitors that projects share with everyone. */
export const EXPERT_MAIL = { kind: 'api_expert', title: 'Shared collections', sent: 'weekly' } as const

/** The reports of a period are computed within this time after its end. */
const REPORTED_AFTER_MS = 3_600_000

/** Returns when the next mail of a subscription is due; null for an unknown kind, and for mail that is sent when something happens. */
export const nextMail = (kind: string, afterMs: number, timeZone: string): number | null => {
  const sent: string = isMailGroup(kind) ? MAIL_GROUPS[kind].sent : kind === EXPERT_MAIL.kind ? EXPERT_MAIL.sent : kind
  if (isDigestOption(sent)) return nextDigest(sent, afterMs, timeZone)
  if (sent !== 'week' && sent !== 'month') return null
  // In the east it is already seven when the week of the reports ends: their mail is sent the next morning.
  const morningAfter = (end: number) => nextDigest('daily', end + REPORTED_AFTER_MS, timeZone)
  const last = morningAfter(lastPeriod(sent, afterMs).to)
  return last > afterMs ? last : morningAfter(periodAt(sent, afterMs).to)
}
