import type { Database } from '../store/database.ts'
import type { Sealing } from '../store/sealing.ts'
import { leaseJobs, renewLeases } from './lease.ts'
import { type Job, jobMaker } from './prepare.ts'

/** Another server may have queued a job without waking anyone here: look again at least this often. */
const LOOK_AGAIN_MS = 500

export type Dispatch = {
  /** Tells agents that wait at a location that there may be work. */
  wake(locationKey: number): void
  /** Leases work to an agent: at once where there is some, else as soon as there is, within `waitMs`. */
  work(asked: {
    agentId: string
    locationKey: number
    capacity: number
    running: readonly string[]
    waitMs: number
    signal: AbortSignal
  }): Promise<Job[]>
}

/** Hands out jobs from the lease table. */
export const openDispatch = (database: Database, sealing: Sealing, clock: () => number): Dispatch => {
  const waiting = new Map<number, Set<() => void>>()
  const prepare = jobMaker(database.db, sealing)

  const untilWoken = (locationKey: number, ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const waiters = waiting.get(locationKey) ?? new Set()
      waiting.set(locationKey, waiters)
      const done = () => {
        clearTimeout(timer)
        waiters.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      waiters.add(done)
      signal.addEventListener('abort', done)
    })

  return {
    wake(locationKey) {
      for (const done of [...(waiting.get(locationKey) ?? [])]) done()
    },
    async work({ agentId, locationKey, capacity, running, waitMs, signal }) {
      const until = clock() + waitMs
      await renewLeases(database.db, agentId, running, clock())
      if (capacity === 0) return []
      for (;;) {
        const leased = await leaseJobs(database.db, { locationKey, agentId, limit: capacity, now: clock() })
        if (leased.length > 0) return prepare(leased)
        const left = until - clock()
        if (left <= 0 || signal.aborted) return []
        await untilWoken(locationKey, Math.min(left, LOOK_AGAIN_MS), signal)
      }
    },
  }
}
