import { parseTime } from '../../domain/wire-time.ts'
import type { Job } from '../runner/request.ts'

type Held = { job: Job; leasedMs: number; timer: NodeJS.Timeout | null }

/** Jobs come up to a second before they are due: so many may wait for their time. Within the protocol's 4000 in all. */
const MOST_WAITING = 3_000
const MOST_CAPACITY = 1_000

export type RosterOptions = {
  /** How many jobs may run at the same time. */
  concurrency: number
  /** Milliseconds since 1970 on the server's clock, by which due times are meant. */
  nowMs: () => number
  /** Milliseconds that never go back, for the age of leases. */
  steadyMs: () => number
  /** Does a job to its end; it does not reject. */
  run: (job: Job) => Promise<void>
}

/**
 * The jobs an agent holds: each starts at its due time by a timer of its own, or as soon as there is room when it is
 * late. While late jobs queue for room, no further ones are asked for: another agent may have room.
 */
export class Roster {
  readonly #options: RosterOptions
  readonly #held = new Map<string, Held>()
  #late: Job[] = []
  #running = 0
  #roomAwaited: (() => void)[] = []
  #idleAwaited: (() => void)[] = []

  constructor(options: RosterOptions) {
    this.#options = options
  }

  /** How many more jobs it takes now. */
  get capacity(): number {
    if (this.#late.length > 0) return 0
    const waiting = this.#held.size - this.#running
    const free = this.#options.concurrency - this.#running
    return Math.min(MOST_CAPACITY, Math.max(0, MOST_WAITING + free - waiting))
  }

  take(jobs: readonly Job[]): void {
    const { nowMs, steadyMs } = this.#options
    for (const job of jobs) {
      if (this.#held.has(job.id)) continue
      const held: Held = { job, leasedMs: steadyMs(), timer: null }
      this.#held.set(job.id, held)
      const untilDueMs = (parseTime(job.due) ?? 0) - nowMs()
      if (untilDueMs <= 0) this.#begin(job)
      // Rounded up: a timer cuts fractions, and would start the job up to a millisecond early.
      else held.timer = setTimeout(() => this.#begin(job), Math.ceil(untilDueMs))
    }
  }

  /** Ids of the jobs whose leases are older than this. */
  leasedBefore(ageMs: number): string[] {
    const before = this.#options.steadyMs() - ageMs
    return [...this.#held.values()].filter((held) => held.leasedMs < before).map(({ job }) => job.id)
  }

  /** The server has renewed these leases. */
  renewed(ids: readonly string[]): void {
    const nowMs = this.#options.steadyMs()
    for (const id of ids) {
      const held = this.#held.get(id)
      if (held) held.leasedMs = nowMs
    }
  }

  /** Resolves when no late job queues for room any more. */
  room(): Promise<void> {
    return this.#late.length === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#roomAwaited.push(resolve)
        })
  }

  /** Lets go of the jobs that do not run yet; their leases end by themselves. Resolves when the running ones are done. */
  finish(): Promise<void> {
    for (const { timer } of this.#held.values()) if (timer) clearTimeout(timer)
    this.#late = []
    return this.#running === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#idleAwaited.push(resolve)
        })
  }

  #begin(job: Job): void {
    if (this.#running < this.#options.concurrency) this.#start(job)
    else this.#late.push(job)
  }

  #start(job: Job): void {
    this.#running++
    const held = this.#held.get(job.id)
    if (held) held.timer = null
    void this.#options.run(job).finally(() => this.#ended(job))
  }

  #ended(job: Job): void {
    this.#running--
    this.#held.delete(job.id)
    const next = this.#late.shift()
    if (next) this.#start(next)
    if (this.#late.length === 0) this.#roomAwaited = settled(this.#roomAwaited)
    if (this.#running === 0) this.#idleAwaited = settled(this.#idleAwaited)
  }
}

const settled = (awaited: readonly (() => void)[]): [] => {
  for (const resolve of awaited) resolve()
  return []
}
