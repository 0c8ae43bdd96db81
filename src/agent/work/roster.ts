import { parseTime } from '../../domain/core/wire-time.ts'
import type { AgentJob } from '../workflows/workflow-job.ts'
import { RecentLag } from './recent-lag.ts'

type Held = { job: AgentJob; leasedMs: number; timer: NodeJS.Timeout | null }

/** Maximum number of jobs that wait for their due time; they arrive up to a second early. The protocol allows 4000 in all. */
const MAX_WAITING = 3_000
const MAX_CAPACITY = 1_000
/** A project gets another slot while it runs fewer jobs than this factor times the free slots. */
const SHARE_OF_FREE = 4

export type RosterOptions = {
  /** Maximum number of concurrent jobs. */
  concurrency: number
  /** Milliseconds since 1970 on the server's clock, which due times refer to. */
  nowMs: () => number
  /** Monotonic clock in milliseconds, for the age of leases. */
  steadyMs: () => number
  /** Runs a job to its end; never rejects. */
  run: (job: AgentJob) => Promise<void>
}

/** Project of jobs from servers that do not name one. */
const NO_PROJECT = -1
const projectOf = ({ project }: AgentJob): number => project ?? NO_PROJECT

/**
 * The jobs of an agent. Each starts at its due time by its own timer, or when a slot is free if it is late. While a project has late jobs
 * in the queue, no more of its jobs are requested, because another agent may have free slots.
 *
 * A running call cannot be stopped in favor of another project, so some slots always stay free: a project may take a slot while it has
 * fewer than `SHARE_OF_FREE` times the number of free ones (dynamic thresholds; Choudhury and Hahne, 1998). A single project gets four
 * fifths of the slots, two busy ones get four ninths each, and a project that comes later finds a free slot immediately.
 */
export class Roster {
  readonly #options: RosterOptions
  readonly #held = new Map<string, Held>()
  readonly #late = new Map<number, AgentJob[]>()
  readonly #runningOf = new Map<number, number>()
  readonly #lag: RecentLag
  #running = 0
  #roomAwaited: (() => void)[] = []
  #idleAwaited: (() => void)[] = []

  constructor(options: RosterOptions) {
    this.#options = options
    this.#lag = new RecentLag(options.steadyMs)
  }

  /** Number of running and waiting jobs, and the longest delay of a start in the last minute. */
  get state(): { running: number; waiting: number; lag_ms: number | null } {
    return { running: this.#running, waiting: this.#held.size - this.#running, lag_ms: this.#lag.longestMs() }
  }

  /** Number of jobs that the agent can take now. */
  get capacity(): number {
    const waiting = this.#held.size - this.#running
    const free = this.#options.concurrency - this.#running
    if (this.#late.size > 0 && (free === 0 || this.#late.has(NO_PROJECT))) return 0
    return Math.min(MAX_CAPACITY, Math.max(0, MAX_WAITING + free - waiting))
  }

  /** Projects with late jobs, of which no more jobs are requested. */
  get full(): number[] {
    return [...this.#late.keys()].filter((project) => project !== NO_PROJECT)
  }

  take(jobs: readonly AgentJob[]): void {
    const { nowMs, steadyMs } = this.#options
    for (const job of jobs) {
      if (this.#held.has(job.id)) continue
      const held: Held = { job, leasedMs: steadyMs(), timer: null }
      this.#held.set(job.id, held)
      const untilDueMs = (parseTime(job.due) ?? 0) - nowMs()
      if (untilDueMs <= 0) this.#begin(job)
      // Rounded up, because timers drop fractions and would start the job up to a millisecond early.
      else held.timer = setTimeout(() => this.#begin(job), Math.ceil(untilDueMs))
    }
  }

  /** Ids of the jobs whose leases are older than this. */
  leasedBefore(ageMs: number): string[] {
    const before = this.#options.steadyMs() - ageMs
    return [...this.#held.values()].filter((held) => held.leasedMs < before).map(({ job }) => job.id)
  }

  /** Records that the server has renewed these leases. */
  renewed(ids: readonly string[]): void {
    const nowMs = this.#options.steadyMs()
    for (const id of ids) {
      const held = this.#held.get(id)
      if (held) held.leasedMs = nowMs
    }
  }

  /** Resolves when no late job is waiting for a slot. */
  room(): Promise<void> {
    return this.#late.size === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#roomAwaited.push(resolve)
        })
  }

  /** Ids of all jobs, running or waiting. */
  get held(): string[] {
    return [...this.#held.keys()]
  }

  /** Drops the jobs that are not running. */
  dropWaiting(): void {
    const late = new Set([...this.#late.values()].flat())
    const dropped = [...this.#held.values()].filter(({ timer, job }) => timer !== null || late.has(job))
    for (const { timer, job } of dropped) {
      if (timer) clearTimeout(timer)
      this.#held.delete(job.id)
    }
    this.#late.clear()
  }

  /** Resolves when no job is running. */
  finish(): Promise<void> {
    return this.#running === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#idleAwaited.push(resolve)
        })
  }

  #begin(job: AgentJob): void {
    const project = projectOf(job)
    const late = this.#late.get(project)
    if (late) late.push(job)
    else if (this.#mayStart(project)) this.#start(job)
    else this.#late.set(project, [job])
  }

  #mayStart(project: number): boolean {
    return (this.#runningOf.get(project) ?? 0) < SHARE_OF_FREE * (this.#options.concurrency - this.#running)
  }

  #start(job: AgentJob): void {
    const project = projectOf(job)
    this.#lag.add(Math.max(0, Math.round(this.#options.nowMs() - (parseTime(job.due) ?? 0))))
    this.#running++
    this.#runningOf.set(project, (this.#runningOf.get(project) ?? 0) + 1)
    const held = this.#held.get(job.id)
    if (held) held.timer = null
    void this.#options.run(job).finally(() => this.#ended(job))
  }

  #ended(job: AgentJob): void {
    const project = projectOf(job)
    const left = (this.#runningOf.get(project) ?? 0) - 1
    this.#running--
    if (left > 0) this.#runningOf.set(project, left)
    else this.#runningOf.delete(project)
    this.#held.delete(job.id)
    this.#startLate()
    if (this.#late.size === 0) this.#roomAwaited = settled(this.#roomAwaited)
    if (this.#running === 0) this.#idleAwaited = settled(this.#idleAwaited)
  }

  /** Gives free slots to waiting projects, starting with the one that has the fewest. */
  #startLate(): void {
    for (;;) {
      const able = [...this.#late.keys()].filter((project) => this.#mayStart(project))
      const [first, ...others] = able
      if (first === undefined) return
      const count = (project: number) => this.#runningOf.get(project) ?? 0
      const project = others.reduce((best, other) => (count(other) < count(best) ? other : best), first)
      const jobs = this.#late.get(project) ?? []
      const job = jobs.shift()
      if (jobs.length === 0) this.#late.delete(project)
      if (job) this.#start(job)
    }
  }
}

const settled = (awaited: readonly (() => void)[]): [] => {
  for (const resolve of awaited) resolve()
  return []
}
