import { idOfRun, runOfId } from '../../src/server/store/results/runs.ts'
import { failed, type HandAgent, reportOf } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import type { MadeMonitor } from '../support/many-monitors.ts'

const OPTIMISTIC = 10
/** One in this many results is a failure. */
const FAILS_EVERY = 40

/** A simulated agent that reports batch after batch and records what the server acknowledged. */
export type Reporter = {
  /** Ids of the acknowledged results. */
  readonly acknowledged: ReadonlySet<string>
  /** Stops after the current batch, or before it if it got no response. */
  stop(): Promise<void>
}

/** Reports without pause; a batch without a response is repeated unchanged until it gets one. */
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
      const batch = Array.from({ length: OPTIMISTIC }, next)
      const report = async () => (stopped ? { accepted: [] } : agent.report(...batch))
      const { accepted } = await eventually(report, { what: 'a receipt' })
      for (const id of accepted) acknowledged.add(id)
    }
  }
  // Wakes those who wait for more receipts: there will be none.
  const running = run().catch(() => undefined)
  return {
    acknowledged,
    stop: async () => {
      stopped = true
      await running
    },
  }
}

/** Returns the run keys of these ids, as rows for a query. */
export const runsOf = (ids: Iterable<string>) => [...ids].map(runOfId).filter((run) => run !== null)
