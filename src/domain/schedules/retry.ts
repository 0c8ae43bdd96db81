/** How a failed run is tried again: how waits grow, and which of its failed attempts do not count. */
export type Retry = {
  readonly method: 'constant' | 'expo' | 'fibo'
  /** Seconds between attempts; for `constant`. */
  readonly intervalSeconds: number
  /** By which each wait is longer than the one before, and the first wait in seconds; for `expo`. */
  readonly base: number
  readonly factor: number
  readonly maxRetries: number
  /** This many failed attempts of one run are left out of statistics, and raise no alert. */
  readonly skipSave: number
  readonly skipNotifs: number
}

/** No wait that grows becomes longer, in seconds. */
const LONGEST_WAIT_SECONDS = 300

const fibonacci = (k: number): number => {
  let [now, next] = [1, 1]
  for (let step = 1; step < k; step++) [now, next] = [next, now + next]
  return now
}

/** Seconds between the end of a failed attempt and retry number `k`, which counts from 1. */
export const waitSeconds = ({ method, intervalSeconds, base, factor }: Retry, k: number): number => {
  if (method === 'constant') return intervalSeconds
  return Math.min(LONGEST_WAIT_SECONDS, method === 'fibo' ? fibonacci(k) : factor * base ** (k - 1))
}

/** A failed attempt: 0 is the run itself. All in milliseconds since 1970. */
export type FailedAttempt = {
  readonly attempt: number
  readonly endMs: number
  /** When the next run of the same slot is due: nothing is tried again from then on. */
  readonly nextDueMs: number
}

/** When a failed attempt is made again, in milliseconds since 1970 and never in the past; null: it was the last one. */
export const nextAttempt = (retry: Retry, failed: FailedAttempt, nowMs: number): number | null => {
  if (failed.attempt >= retry.maxRetries) return null
  const at = Math.max(nowMs, Math.round(failed.endMs + waitSeconds(retry, failed.attempt + 1) * 1000))
  return at < failed.nextDueMs ? at : null
}

/**
 * What a failed attempt is left out of. Only one that is made again ever is: the last attempt of a run always counts,
 * so that no setting hides a target that is down.
 */
export const ignoredIn = (
  { skipSave, skipNotifs }: Retry,
  attempt: number,
  isTriedAgain: boolean,
): { readonly statistics: boolean; readonly alerts: boolean } => ({
  statistics: isTriedAgain && attempt < skipSave,
  alerts: isTriedAgain && attempt < skipNotifs,
})

/** Whether an attempt is made again: a FAIL is, and what went wrong at the agent; a warning says nothing certain about the target. */
export const isTriedAgain = (category: string, exceptionType: string | null): boolean =>
  category === 'FAIL' || (category === 'WARNING' && exceptionType === 'agent')

/** The waits of all retries of a run, in seconds. */
export const waitsOf = (retry: Retry): number[] =>
  Array.from({ length: retry.maxRetries }, (_, index) => waitSeconds(retry, index + 1))
