import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { Job, WorkflowJob } from './ingredients.ts'
import { leaseJobs, leaseSuspect, releaseLeases, renewLeases, returnLeases } from './lease.ts'
import { jobMaker } from './prepare.ts'

/** Another server may have queued a job without waking anyone here: look again at least this often. */
const LOOK_AGAIN_MS = 500

export type Dispatch = {
  /** Tells agents that wait at a location that there may be work. */
  wake(locationKey: number): void
  /** Leases work to an agent: at once where there is some, else as soon as there is, within `waitMs`. */
  work(asked: {
    agentId: string
    locationKey: number
    /** Capabilities of the agent: it gets no job that needs another. */
    capabilities: readonly string[]
    capacity: number
    /** The projects of which the agent has more than it has room for: it gets none of theirs. */
    full: readonly number[]
    running: readonly string[]
    waitMs: number
    signal: AbortSignal
  }): Promise<(Job | WorkflowJob)[]>
  /** Frees the leases of an agent's dead process: its runs are made again at once. */
  release(agentId: string): Promise<void>
  /** The locations at which runs wait that several agents died with: agents are handed one of those at a time. */
  suspects(locationKeys: ReadonlySet<number>): void
}

type Options = {
  database: Database
  sealing: SecretCipher
  clock: () => number
  /** Most runs in flight of a project at a location; null for any number. */
  optimisticUpdates: number | null
  /** Milliseconds that never go back, for waiting. */
  steadyMs: () => number
}

/** Hands out jobs from the lease table. */
export const openDispatch = ({ database, sealing, clock, optimisticUpdates, steadyMs }: Options): Dispatch => {
  const waiting = new Map<number, Set<() => void>>()
  const prepare = jobMaker(database.db, sealing)
  let suspected: ReadonlySet<number> = new Set()
  /** The end of the queue of those that lease at a location: two at once would reach for the same jobs, and one get none. */
  const turns = new Map<number, Promise<unknown>>()

  const inTurn = <T>(locationKey: number, lease: () => Promise<T>): Promise<T> => {
    const before = turns.get(locationKey) ?? Promise.resolve()
    const turn = before.then(lease, lease)
    turns.set(locationKey, turn)
    return turn
  }

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

  const wake = (locationKey: number): void => {
    for (const done of [...(waiting.get(locationKey) ?? [])]) done()
  }

  return {
    wake,
    async release(agentId) {
      for (const locationKey of await releaseLeases(database.db, agentId, clock())) wake(locationKey)
    },
    suspects(locationKeys) {
      suspected = locationKeys
    },
    async work({ agentId, locationKey, capabilities, capacity, full, running, waitMs, signal }) {
      const until = steadyMs() + waitMs
      await renewLeases(database.db, agentId, running, clock())
      if (capacity === 0) return []
      for (;;) {
        const leased = await inTurn(locationKey, async () => {
          if (signal.aborted) return []
          const now = clock()
          const suspect = suspected.has(locationKey)
            ? await leaseSuspect(database.db, { locationKey, agentId, capabilities, now })
            : []
          const limit = capacity - suspect.length
          const others =
            limit > 0
              ? await leaseJobs(database.db, {
                  locationKey,
                  agentId,
                  capabilities,
                  limit,
                  now,
                  full,
                  optimisticUpdates,
                })
              : []
          return [...suspect, ...others]
        })
        if (leased.length > 0) {
          const { jobs, left } = await prepare(leased)
          await returnLeases(database.db, agentId, left)
          return jobs
        }
        const left = until - steadyMs()
        if (left <= 0 || signal.aborted) return []
        await untilWoken(locationKey, Math.min(left, LOOK_AGAIN_MS), signal)
      }
    },
  }
}
