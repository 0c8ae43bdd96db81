import type { Log } from '../log.ts'
import { MAX_SERVER_WAIT_MS, type Pause, waitAfterMs } from '../pause.ts'
import type { ProgramFacts } from '../program-facts.ts'
import { workOf } from '../server/answers.ts'
import type { Membership } from '../server/membership.ts'
import type { ServerClock } from '../server/server-clock.ts'
import type { Roster } from './roster.ts'
import { UndeliveredLeases } from './undelivered-leases.ts'

export const WORK = '/remote-api/1/agent/work'
/** Short, as is the next one: an agent whose request is at a server that froze gets no work for the sum of both. */
const MAX_WAIT_SECONDS = 5
/** Extra time after which a request that the server holds open has failed. */
const GRACE_MS = 5_000
/** Pause after a server returns no job immediately instead of holding the request. */
const EMPTY_PAUSE_MS = 250
/** Lease duration until the first response says the actual one. */
const FIRST_LEASE_SECONDS = 30
/** Number of undelivered results above which the agent takes no more jobs. */
const MAX_UNDELIVERED = 5_000

export type LeaseOptions = {
  membership: Pick<Membership, 'post' | 'rotate'>
  roster: Roster
  program: ProgramFacts
  clock: ServerClock
  /** The browser, which may have started since the last request. */
  browser?: { readonly isSandboxed: boolean | null } | null
  /** Learns the largest body that the server stores. */
  bodies: { maxBytes: number }
  /** Deletes stored files of runs. */
  deleteFiles: () => Promise<void>
  /** Ids of results that the server has not acknowledged. */
  undelivered: () => readonly string[]
  steadyMs: () => number
  log: Log
  pause: Pause
  chance: () => number
  signal: AbortSignal
}

const sandboxOf = (browser: LeaseOptions['browser']) =>
  typeof browser?.isSandboxed === 'boolean' ? { browser_sandbox: browser.isSandboxed } : {}

/** The request of an agent that stops: all its jobs but these go to other agents. */
export const handBackBody = (held: readonly string[]): string =>
  JSON.stringify({ capacity: 0, running: [], held, wait_seconds: 0 })

/** Requests jobs until the signal is aborted. The server holds each request open; it also renews the leases of jobs that run, or whose results it has not stored. */
export const leaseWork = async (options: LeaseOptions): Promise<void> => {
  const { membership, roster, clock, log, pause, chance, signal } = options
  const made = new UndeliveredLeases(options.undelivered, options.steadyMs)
  let leaseSeconds = FIRST_LEASE_SECONDS
  let failures = 0
  // The first request is not held open, so that its round trip measures the network and sets the server's clock.
  let waitSeconds = 0
  // Jobs that an earlier process of this agent had leased are queued again immediately; otherwise they would block until the lease ends.
  let isFresh = true
  // Sent once what it named was dropped.
  let forgotten: number | null = null
  while (!signal.aborted) {
    const capacity = options.undelivered().length > MAX_UNDELIVERED ? 0 : roster.capacity
    // After a failure, all of them: leases that ended while the server was away are renewed first.
    const ageMs = failures > 0 ? 0 : (leaseSeconds * 1000) / 3
    const leased = roster.leasedBefore(ageMs)
    const running = [...leased, ...made.renewedBefore(ageMs, leased.length)]
    if (capacity === 0 && running.length === 0 && forgotten === null) {
      await Promise.race([roster.room(), pause((leaseSeconds * 1000) / 6, signal)])
      if (options.undelivered().length > MAX_UNDELIVERED) await pause(EMPTY_PAUSE_MS, signal)
      continue
    }
    const { full } = roster
    // A request that is held open asks for the capacity at the time it was sent.
    const wait = capacity === 0 || full.length > 0 || forgotten !== null ? 0 : waitSeconds
    const body = JSON.stringify({
      capacity,
      running,
      wait_seconds: wait,
      state: { ...roster.state, clock_offset_ms: clock.offsetMs(), ...sandboxOf(options.browser) },
      // The lost answer may have held jobs, and results of an earlier process may wait: the server learns which runs are here.
      ...(forgotten !== null && { forgotten }),
      ...((failures > 0 || isFresh || forgotten !== null) && { held: [...roster.held, ...options.undelivered()] }),
      ...(isFresh && { fresh: true, program: options.program }),
      ...(full.length > 0 && { full }),
    })
    const answer = await membership.post(WORK, body, wait * 1000 + GRACE_MS, signal)
    if (signal.aborted) return
    const work = answer.status === 200 ? workOf(answer.json) : null
    if (!work) {
      if (failures === 0) log(`cannot get work: ${answer.problem}; retrying`)
      await pause(waitAfterMs(failures, chance(), MAX_SERVER_WAIT_MS), signal)
      failures++
      continue
    }
    if (failures > 0) log('the server is reachable again')
    failures = 0
    isFresh = false
    forgotten = null
    leaseSeconds = work.leaseSeconds
    options.bodies.maxBytes = work.maxBodyBytes
    waitSeconds = Math.max(1, Math.min(MAX_WAIT_SECONDS, Math.floor(leaseSeconds / 3)))
    clock.sample(work.serverTimeMs, wait === 0 ? answer.roundTripMs : null)
    if (work.strange > 0) log(`${work.strange} jobs have an unknown format; this agent must be updated`)
    roster.renewed(running)
    made.renewed(running)
    if (work.forget !== null) {
      log('this agent works for other projects now; it drops what it has of the earlier ones')
      roster.dropWaiting()
      await options.deleteFiles()
      forgotten = work.forget
    }
    // What came with the same answer is of projects that it works for now.
    roster.take(work.jobs)
    if (work.mustRotate) await membership.rotate(signal)
    if (full.length > 0 && work.jobs.length === 0) await Promise.race([roster.room(), pause(EMPTY_PAUSE_MS, signal)])
    if (wait > 0 && work.jobs.length === 0 && answer.roundTripMs < EMPTY_PAUSE_MS) await pause(EMPTY_PAUSE_MS, signal)
  }
}
