import type { AlertGroup, AlertPayload } from './alerting.ts'

/** How long a receiver that was just told of one monitor waits for news of others, which it is told in one message. */
const WAIT_MS = 10_000
/** Monitors lose their data one after the other, within a period of their schedules. */
const NO_DATA_WAIT_MS = 60_000

/** A message to a receiver that was sent lately, or will be: about which monitor, and when. */
export type Lately = { readonly targetKey: number; readonly atMs: number }

/**
 * When a message about a monitor is due. The first one leaves at once. News of other monitors within the wait is gathered until its end. What
 * is told of the same monitor never waits for itself.
 */
export const dueAfter = (
  lately: readonly Lately[],
  { targetKey, category, nowMs }: { targetKey: number; category: AlertPayload['result_class']; nowMs: number },
): number => {
  const waitMs = category === 'NO_DATA' ? NO_DATA_WAIT_MS : WAIT_MS
  const lastMs = lately
    .filter((one) => one.targetKey !== targetKey)
    .reduce((latest, { atMs }) => Math.max(latest, atMs), Number.NEGATIVE_INFINITY)
  // Another one is due already: both leave together.
  if (lastMs > nowMs) return Math.min(lastMs, nowMs + waitMs)
  return nowMs - lastMs < waitMs ? lastMs + waitMs : nowMs
}

/** Names that a message keeps of the monitors that it tells of. */
const MOST_KEPT = 50

/** The payload of a message with further monitors, each with its news. */
export const withOthers = (
  payload: AlertPayload,
  others: AlertGroup['others'],
  incidentUrl: string | null,
): AlertPayload => {
  const before = payload.group?.others ?? []
  const total = (payload.group?.total ?? 1) + others.length
  return {
    ...payload,
    ...(incidentUrl !== null && { result_url: incidentUrl }),
    group: { total, others: [...before, ...others].slice(0, MOST_KEPT), incident_url: incidentUrl },
  }
}

/** The name of a burst: messages of one alert to one recipient that may be told together. */
export const burstOf = (kind: string, why: string | null): string => `${kind} ${why ?? 'news'}`
