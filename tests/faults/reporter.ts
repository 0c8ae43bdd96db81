import { idOfRun, runOfId } from '../../src/server/store/results/runs.ts'
import { failed, type HandAgent, reportOf } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import type { MadeMonitor } from '../support/many-monitors.ts'

const AT_ONCE = 10
/** Every so many results one is a failure. */
const FAILS_EVERY = 40

/** An agent played by hand that reports one batch after the other and remembers what the server has acknowledged. */
export type Reporter = {
  /** The ids of the results that the server said are stored for good. */
  readonly acknowledged: ReadonlySet<string>
  /** Ends with the batch under way, or before it where it got no answer. */
  stop(): Promise<void>
}

/** Reports without pause; a batch that gets no answer is reported again, as it is, until it does. */
export const startReporter = (
  agent: HandAgent,
  locationKey: number,
  monitors: readonly MadeMonitor[],
  clock: () => number,
): Reporter => {
  const acknowledged = new Set<string>()
  let stopped = false
  let count = 0
  let due = clock()

  const next = () => {
    const target = monitors[count % monitors.length]
    count++
    due = Math.max(due + 1, clock())
    const id = idOfRun({ target_key: target?.key ?? 0, location_key: locationKey, source: -1, attempt: 0, due })
    return reportOf({ id, due: new Date(due).toISOString() }, count % FAILS_EVERY === 0 ? failed : {})
  }
  const run = async () => {
    while (!stopped) {
      const batch = Array.from({ length: AT_ONCE }, next)
      const report = async () => (stopped ? { accepted: [] } : agent.report(...batch))
      const { accepted } = await eventually(report, { what: 'a receipt' })
      for (const id of accepted) acknowledged.add(id)
    }
  }
  // Whoever waits for more receipts is told that there are none.
  const running = run().catch(() => undefined)
  return {
    acknowledged,
    stop: async () => {
      stopped = true
      await running
    },
  }
}

/** What names the runs of these ids, as rows for a query. */
export const runsOf = (ids: Iterable<string>) => [...ids].map(runOfId).filter((run) => run !== null)
