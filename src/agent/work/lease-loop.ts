import type { Log } from '../log.ts'
import { type Pause, waitAfterMs } from '../pause.ts'
import { workOf } from '../server/answers.ts'
import type { Membership } from '../server/membership.ts'
import type { ServerClock } from '../server/server-clock.ts'
import type { Roster } from './roster.ts'

const WORK = '/remote-api/1/agent/work'
const LONGEST_WAIT_SECONDS = 20
/** Over what the server may hold a request open. */
const GRACE_MS = 10_000
/** A server that should hold the request and answers at once with nothing is asked again after so long. */
const EMPTY_PAUSE_MS = 250
/** Until the server has said how long a lease is. */
const FIRST_LEASE_SECONDS = 30
/** More results than this that the server does not take: there is no sense in making further calls. */
const MOST_UNDELIVERED = 5_000

export type LeaseOptions = {
  membership: Pick<Membership, 'post'>
  roster: Roster
  clock: ServerClock
  undelivered: () => number
  log: Log
  pause: Pause
  chance: () => number
  signal: AbortSignal
}

/** Asks for work until the signal is aborted: a request held open by the server, which also renews the leases of what runs. */
export const leaseWork = async (options: LeaseOptions): Promise<void> => {
  const { membership, roster, clock, log, pause, chance, signal } = options
  let leaseSeconds = FIRST_LEASE_SECONDS
  let failures = 0
  // The first request is not held open, so that its round trip tells the way, and with it the server's clock.
  let waitSeconds = 0
  // What an earlier process of this agent had leased is made again at once: nothing else may run while it is leased.
  let isFresh = true
  while (!signal.aborted) {
    const capacity = options.undelivered() > MOST_UNDELIVERED ? 0 : roster.capacity
    const running = roster.leasedBefore((leaseSeconds * 1000) / 3)
    if (capacity === 0 && running.length === 0) {
      await Promise.race([roster.room(), pause((leaseSeconds * 1000) / 6, signal)])
      if (options.undelivered() > MOST_UNDELIVERED) await pause(EMPTY_PAUSE_MS, signal)
      continue
    }
    const { full } = roster
    // A request that is held open asks for what there was room for when it was sent.
    const wait = capacity === 0 || full.length > 0 ? 0 : waitSeconds
    const body = JSON.stringify({
      capacity,
      running,
      wait_seconds: wait,
      ...(isFresh && { fresh: true }),
      ...(full.length > 0 && { full }),
    })
    const answer = await membership.post(WORK, body, wait * 1000 + GRACE_MS, signal)
    if (signal.aborted) return
    const work = answer.status === 200 ? workOf(answer.json) : null
    if (!work) {
      if (failures === 0) log(`cannot get work: ${answer.problem}; trying on`)
      await pause(waitAfterMs(failures, chance()), signal)
      failures++
      continue
    }
    if (failures > 0) log('the server is back')
    failures = 0
    isFresh = false
    leaseSeconds = work.leaseSeconds
    waitSeconds = Math.max(1, Math.min(LONGEST_WAIT_SECONDS, Math.floor(leaseSeconds / 3)))
    clock.sample(work.serverTimeMs, wait === 0 ? answer.roundTripMs : null)
    if (work.strange > 0) log(`${work.strange} jobs are not in a form this agent knows; a newer agent is needed`)
    roster.renewed(running)
    roster.take(work.jobs)
    if (full.length > 0 && work.jobs.length === 0) await Promise.race([roster.room(), pause(EMPTY_PAUSE_MS, signal)])
    if (wait > 0 && work.jobs.length === 0 && answer.roundTripMs < EMPTY_PAUSE_MS) await pause(EMPTY_PAUSE_MS, signal)
  }
}
