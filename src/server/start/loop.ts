import { faultSummary } from '../../domain/core/fault-summary.ts'
export type Loop = {
  /** Runs the work soon, instead of at its next time. */
  wake(): void
  /** Stops, and waits for the work that is under way. */
  stop(): Promise<void>
}

/**
 * Does `work` again and again, never twice at a time, pausing `everyMs` in between; at once again where it answers true (there
 * is more). A failure is logged, and the work tried again at its next time.
 */
export const loop = (
  name: string,
  everyMs: number,
  work: () => Promise<boolean | undefined>,
  log: (line: string) => void,
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
      try {
        more = await work()
        lastFailure = ''
      } catch (cause) {
        const failure = faultSummary(cause)
        // The store may be away for a while: say so once, not five times a second.
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
