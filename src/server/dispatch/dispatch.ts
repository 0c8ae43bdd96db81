import { type Binding, projectsWithin } from '../store/agents/binding.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { jobForAgent } from './abilities.ts'
import type { Job, WorkflowJob } from './ingredients.ts'
import type { AwayKeys } from './key-away.ts'
import { leaseJobs, leaseSuspect, releaseLeases, renewLeases, returnLeases, returnOtherLeases } from './lease.ts'
import { jobMaker } from './prepare.ts'

/** Requests for work that an agent may keep open. One agent needs one; the oldest is answered when there are more. */
const MOST_OPEN = 4
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
    /** All jobs that the agent has, if it says so: others that are leased to it are queued again. */
    held?: readonly string[] | undefined
    /** The only projects whose runs and secrets it may have. */
    binding: Binding
    waitMs: number
    signal: AbortSignal
  }): Promise<(Job | WorkflowJob)[]>
  /** Frees the leases of an agent's dead process: its runs are made again at once, except those whose results it still has. */
  release(agentId: string, kept: readonly string[]): Promise<void>
  /** Takes all runs of an agent back. */
  takeBack(agentId: string, locationKey: number): Promise<void>
  /** Answers the requests of an agent that wait for work. */
  interrupt(agentId: string): void
  /** Answers the requests of all agents that wait for work; from now on none waits. */
  stop(): void
  /** The locations at which runs wait that several agents died with: agents are handed one of those at a time. */
  suspects(locationKeys: ReadonlySet<number>): void
}

type Options = {
  database: Database
  sealing: SecretCipher
  keyring: AwayKeys
  clock: () => number
  /** Most runs in flight of a project at a location; null for any number. */
  optimisticUpdates: number | null
  /** Milliseconds that never go back, for waiting. */
  steadyMs: () => number
  log: (line: string) => void
}

/** Hands out jobs from the lease table. */
export const openDispatch = ({
  database,
  sealing,
  keyring,
  clock,
  optimisticUpdates,
  steadyMs,
  log,
}: Options): Dispatch => {
  const waiting = new Map<number, Set<() => void>>()
  const prepare = jobMaker(database.db, sealing, keyring, log)
  let suspected: ReadonlySet<number> = new Set()
  /** The end of the queue of those that lease at a location: two at once would reach for the same jobs, and one get none. */
  const turns = new Map<number, Promise<unknown>>()
  let isStopping = false
  /** Requests that wait for work, by agent. */
  const asking = new Map<string, Set<AbortController>>()

  /** Lets an agent's request be answered before its time, until `ends`. */
  const interruptible = (agentId: string) => {
    const controller = new AbortController()
    if (isStopping) controller.abort()
    const requests = asking.get(agentId) ?? new Set()
    asking.set(agentId, requests.add(controller))
    for (const oldest of requests) {
      if (requests.size <= MOST_OPEN) break
      requests.delete(oldest)
      oldest.abort()
    }
    const ends = () => {
      requests.delete(controller)
      if (requests.size === 0) asking.delete(agentId)
    }
    return { signal: controller.signal, ends }
  }

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

  type Asked = Omit<Parameters<Dispatch['work']>[0], 'running' | 'held'>

  const lease = async (asked: Asked): Promise<(Job | WorkflowJob)[]> => {
    const { agentId, locationKey, capabilities, capacity, full, binding, waitMs, signal } = asked
    const until = steadyMs() + waitMs
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
            ? await leaseJobs(database.db, { locationKey, agentId, capabilities, limit, now, full, optimisticUpdates })
            : []
        return [...suspect, ...others]
      })
      if (leased.length > 0) {
        // Held against the binding once more, apart from the lease: nothing else decides which secrets an agent gets.
        const within = await projectsWithin(database.db, binding, [...new Set(leased.map((one) => one.project_key))])
        const admitted = leased.filter((one) => within.has(one.project_key))
        const { jobs, left } = await prepare(admitted)
        // Nobody reads the answer to a request whose connection is gone, or whose agent was revoked.
        const unsent = signal.aborted ? admitted : left
        await returnLeases(database.db, agentId, [...unsent, ...leased.filter((one) => !within.has(one.project_key))])
        if (!signal.aborted) return jobs.map((job) => jobForAgent(job, capabilities))
        wake(locationKey)
        return []
      }
      const left = until - steadyMs()
      if (left <= 0 || signal.aborted) return []
      await untilWoken(locationKey, Math.min(left, LOOK_AGAIN_MS), signal)
    }
  }

  return {
    wake,
    async release(agentId, kept) {
      for (const locationKey of await releaseLeases(database.db, agentId, kept, clock())) wake(locationKey)
    },
    suspects(locationKeys) {
      suspected = locationKeys
    },
    async takeBack(agentId, locationKey) {
      if ((await returnOtherLeases(database.db, { agentId, locationKey, kept: [] })) > 0) wake(locationKey)
    },
    interrupt(agentId) {
      for (const controller of asking.get(agentId) ?? []) controller.abort()
    },
    stop() {
      isStopping = true
      for (const requests of asking.values()) for (const controller of requests) controller.abort()
    },
    async work({ agentId, locationKey, held, running, signal: gone, ...asked }) {
      await renewLeases(database.db, agentId, held ?? running, clock())
      if (held && (await returnOtherLeases(database.db, { agentId, locationKey, kept: held })) > 0) wake(locationKey)
      if (asked.capacity === 0) return []
      const { signal, ends } = interruptible(agentId)
      try {
        return await lease({ agentId, locationKey, ...asked, signal: AbortSignal.any([gone, signal]) })
      } finally {
        ends()
      }
    },
  }
}
