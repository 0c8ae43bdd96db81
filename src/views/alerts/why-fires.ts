import { isCandidate } from '../../domain/alerts/alerting.ts'
import { untilWords } from './until-words.ts'
import { snoozedUntil, type Webhook } from './webhook-list.ts'

type Monitor = { readonly id: string; readonly tags: readonly string[] }

/** Whether an alert is for a monitor, and why, as its settings are now. `covers`: a result of the monitor may have it sent now. */
export type AlertCoverage = { readonly covers: boolean; readonly why: string }

const quoted = (tags: readonly string[]): string => tags.map((tag) => `“${tag}”`).join(', ')

const whyCandidate = ({ monitor_id, include_tags }: Webhook, { tags }: Monitor): string => {
  if (monitor_id !== null) return 'It is for this monitor.'
  const shared = include_tags.filter((tag) => tags.includes(tag))
  return shared.length > 0 ? `It is for monitors with ${quoted(shared)}.` : 'It is for all monitors of the project.'
}

const whyNot = ({ monitor_id, include_tags, exclude_tags }: Webhook, { id, tags }: Monitor): string => {
  if (monitor_id !== null && monitor_id !== id) return 'It is for another monitor.'
  const unwanted = exclude_tags.filter((tag) => tags.includes(tag))
  if (unwanted.length > 0) return `It excludes monitors with ${quoted(unwanted)}.`
  return `It requires ${include_tags.length > 1 ? 'one of the tags' : 'the tag'} ${quoted(include_tags)}, which this monitor lacks.`
}

/** Why an alert is or is not sent for a monitor at `now` (Unix ms). */
export const coverageOf = (webhook: Webhook, monitor: Monitor, now: number): AlertCoverage => {
  if (!isCandidate({ ...webhook, enabled: true }, monitor)) return { covers: false, why: whyNot(webhook, monitor) }
  if (!webhook.enabled) return { covers: false, why: 'It is turned off.' }
  const until = snoozedUntil(webhook, now)
  const why = whyCandidate(webhook, monitor)
  return until === null
    ? { covers: true, why }
    : { covers: false, why: `${why} Snoozed ${untilWords(until, now)}: if it still fails then, the alert is sent.` }
}
