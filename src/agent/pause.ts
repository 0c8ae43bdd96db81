/** Waits; ends early, without an error, when the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export const pause: Pause = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })

const FIRST_ANSWER_MS = 10_000
const LAST_ANSWER_MS = 30_000

/**
 * Milliseconds that a server has to take something, after this many failures in a row: one that froze is given up soon, one that is slow
 * gets more time with each attempt.
 */
export const answerWithinMs = (failures: number): number => Math.min(LAST_ANSWER_MS, FIRST_ANSWER_MS * (failures + 1))

const MAX_WAIT_MS = 10_000
/** Longest pause before the server is asked for work or given results again: until then a monitor whose result waits is not run. */
export const MAX_SERVER_WAIT_MS = 1_000
const FIRST_WAIT_MS = 250

/**
 * Milliseconds to wait after this many failures in a row: doubling up to ten seconds, then a random value in the upper half (`chance`
 * from 0 to 1), so that many agents do not return to a server at the same time.
 */
export const waitAfterMs = (failures: number, chance: number, mostMs = MAX_WAIT_MS): number => {
  const fullMs = Math.min(mostMs, FIRST_WAIT_MS * 2 ** Math.min(failures, 20))
  return fullMs / 2 + (fullMs / 2) * chance
}
