/** Retry policy of a schedule: the waits, and the failed attempts that do not count. */
export type Retry = {
  readonly method: 'constant' | 'expo' | 'fibo'
  /** Seconds between attempts, for `constant`. */
  readonly intervalSeconds: number
  /** For `expo`: the growth factor of the waits, and the first wait in seconds. */
  readonly base: number
  readonly factor: number
  readonly maxRetries: number
  /** Number of failed attempts per run that are left out of statistics, and that send no alert. */
  readonly skipSave: number
  readonly skipNotifs: number
}

/** Maximum wait for growing waits, in seconds. */
const MAX_WAIT_SECONDS = 300

const fibonacci = (k: number): number => {
  let [now, next] = [1, 1]
  for (let step = 1; step < k; step++) [now, next] = [next, now + next]
  return now
}

/** Seconds between the end of a failed attempt and retry number `k`, which counts from 1. */
export const waitSeconds = ({ method, intervalSeconds, base, factor }: Retry, k: number): number => {
  if (method === 'constant') return intervalSeconds
  return Math.min(MAX_WAIT_SECONDS, method === 'fibo' ? fibonacci(k) : factor * base ** (k - 1))
}

/** A failed attempt, where 0 is the first one. Times in milliseconds since 1970. */
export type FailedAttempt = {
  readonly attempt: number
  readonly endMs: number
  /** When the next run of the slot is due, which ends all retries. */
  readonly nextDueMs: number
}

/** When the next attempt starts, in milliseconds since 1970 and never in the past; null after the last one. */
export const nextAttempt = (retry: Retry, failed: FailedAttempt, nowMs: number): number | null => {
  if (failed.attempt >= retry.maxRetries) return null
  const at = Math.max(nowMs, Math.round(failed.endMs + waitSeconds(retry, failed.attempt + 1) * 1000))
  return at < failed.nextDueMs ? at : null
}

/** Whether a failed attempt is left out of statistics and alerts. The last attempt always counts, so no setting hides an outage. */
export const ignoredIn = (
  { skipSave, skipNotifs }: Retry,
  attempt: number,
  isRetried: boolean,
): { readonly statistics: boolean; readonly alerts: boolean } => ({
  statistics: isRetried && attempt < skipSave,
  alerts: isRetried && attempt < skipNotifs,
})

/** Whether an attempt is retried: after a FAIL or a problem of the agent. Other warnings say nothing certain about the target. */
export const isRetried = (category: string, exceptionType: string | null): boolean =>
  category === 'FAIL' || (category === 'WARNING' && exceptionType === 'agent')

/** The waits before all retries of a run, in seconds. */
export const waitsOf = (retry: Retry): number[] =>
  Array.from({ length: retry.maxRetries }, (_, index) => waitSeconds(retry, index + 1))
