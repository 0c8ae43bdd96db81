import { faultSummary } from '../../domain/core/fault-summary.ts'
import type { DatabaseOutage } from './database-outage.ts'

export type Loop = {
  /** Runs the work now instead of after the pause. */
  wake(): void
  /** Stops, and waits for work in progress. */
  stop(): Promise<void>
}

/**
 * Runs `work` repeatedly, never concurrently, pausing `everyMs` in between, or not at all after it returned true (more to do). A failure
 * is logged, an outage of the database once for all loops, and the work runs again after the pause.
 */
export const loop = (
  name: string,
  everyMs: number,
  work: () => Promise<boolean | undefined>,
  log: (line: string) => void,
  outage: DatabaseOutage,
): Loop => {
  let stopped = false
  let woken = false
  let rest: (() => void) | null = null
  let lastFailure = ''

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(end, everyMs)
      function end() {
        clearTimeout(timer)
        rest = null
        resolve()
      }
      rest = end
    })

  const run = async () => {
    while (!stopped) {
      woken = false
      let more: boolean | undefined = false
      const round = outage.round(name)
      try {
        more = await work()
        lastFailure = ''
        round.succeeded()
      } catch (cause) {
        const failure = round.failed(cause) ? lastFailure : faultSummary(cause)
        // A failure may last for a while: log it once, not five times a second.
        if (failure !== lastFailure) log(`${name}: ${failure}`)
        lastFailure = failure
      }
      if (!more && !woken && !stopped) await pause()
    }
  }
  const done = run()

  return {
    wake() {
      woken = true
      rest?.()
    },
    async stop() {
      stopped = true
      rest?.()
      await done
    },
  }
}
