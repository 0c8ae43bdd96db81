/** Lets time pass; ends early, without an error, when the signal is aborted. */
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

const LONGEST_WAIT_MS = 10_000
const FIRST_WAIT_MS = 250

/**
 * How long to wait after so many failures in a row, in milliseconds: doubling, ten seconds at most, and anywhere in the
 * upper half of that (`chance` from 0 to 1), so that many agents do not come back to a server all at once.
 */
export const waitAfterMs = (failures: number, chance: number): number => {
  const fullMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 20))
  return fullMs / 2 + (fullMs / 2) * chance
}
