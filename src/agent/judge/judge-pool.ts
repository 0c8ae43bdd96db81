import { availableParallelism } from 'node:os'
import { TOO_LONG } from '../../domain/conditions/slow-conditions.ts'
import type { Classification } from '../../domain/results/classify.ts'
import { isQuick, type JudgeTask, judgeQuickly, judgeWithout } from './judge-task.ts'
import { type Failure, JudgeThread } from './judge-thread.ts'

/** Two at least, so that one pattern that hangs leaves one for all others. */
const MIN_THREADS = 2
const MAX_THREADS = 4
/** Ten looks at a condition, 100 ms apart, make up its second. */
const LOOK_MS = 100
const LOOKS = 10
/** Conditions of one run that may end a thread, before all others of it are left out. */
const MAX_FAILURES = 3

const SENTENCES: Readonly<Record<Failure, string>> = {
  hung: TOO_LONG,
  memory: 'The condition needed too much memory, so it was stopped.',
  fault: 'The agent failed while it evaluated the condition.',
}
const GIVEN_UP = 'Other conditions of this run had to be stopped, so this one was not evaluated.'

type Waiting = {
  readonly task: JudgeTask
  readonly barred: Map<number, string>
  readonly done: (made: Classification) => void
}

/** Threads of the pool and looks that a condition gets, for tests. */
export type PoolOptions = { readonly threads?: number; readonly looks?: number }

/**
 * Judges runs in a few worker threads, which start when they are first needed. A thread that is at one condition for a second is ended,
 * and the run is judged again without that condition. Projects take turns, and none may take all threads: expressions of one project that
 * hang again and again delay the others by a second at most.
 */
export class JudgePool {
  readonly #most: number
  readonly #looks: number
  readonly #threads = new Set<JudgeThread>()
  readonly #queues = new Map<number | null, Waiting[]>()
  readonly #running = new Map<number | null, number>()
  #timer: NodeJS.Timeout | null = null
  /** Threads that ended before they were ready, in a row: the machine cannot start any. */
  #failedStarts = 0
  #isClosed = false

  constructor({ threads, looks = LOOKS }: PoolOptions = {}) {
    this.#most = threads ?? Math.max(MIN_THREADS, Math.min(MAX_THREADS, availableParallelism()))
    this.#looks = looks
  }

  /** Judges a run. Never rejects: what could not be evaluated says so in its verdict. */
  judge(task: JudgeTask): Promise<Classification> | Classification {
    if (isQuick(task)) return judgeQuickly(task)
    return new Promise((done) => this.#enqueue({ task, barred: new Map(), done }))
  }

  /** Ends all threads. Runs that wait are judged without their expressions. */
  close(): void {
    this.#isClosed = true
    this.#giveUp()
    for (const thread of this.#threads) thread.end('fault')
    this.#stopWatching()
  }

  #enqueue(waiting: Waiting): void {
    const { project } = waiting.task
    if (this.#isClosed) {
      waiting.done(judgeWithout(waiting.task, () => SENTENCES.fault))
      return
    }
    const queue = this.#queues.get(project)
    if (queue) queue.push(waiting)
    else this.#queues.set(project, [waiting])
    this.#assign()
  }

  /** Hands waiting runs to free threads, and starts a thread if there is none. */
  readonly #assign = (): void => {
    for (;;) {
      const next = this.#nextProject()
      if (next === undefined) return
      const thread = [...this.#threads].find(({ isReady, isBusy }) => isReady && !isBusy)
      if (!thread) break
      void this.#run(thread, this.#take(next))
    }
    this.#startThread()
  }

  /** The first project in turn that has not taken its share of threads; undefined if no run can go ahead. */
  #nextProject(): number | null | undefined {
    for (const project of this.#queues.keys()) {
      if ((this.#running.get(project) ?? 0) < Math.max(1, this.#most - 1)) return project
    }
    return undefined
  }

  /** Takes the oldest run of a project, which goes to the end of the turn. */
  #take(project: number | null): Waiting {
    const queue = this.#queues.get(project) ?? []
    const [first] = queue.splice(0, 1)
    this.#queues.delete(project)
    if (queue.length > 0) this.#queues.set(project, queue)
    if (!first) throw new Error('A queue without a run was kept.')
    return first
  }

  async #run(thread: JudgeThread, waiting: Waiting): Promise<void> {
    const { task, barred, done } = waiting
    const { project } = task
    this.#running.set(project, (this.#running.get(project) ?? 0) + 1)
    this.#timer ??= setInterval(this.#look, LOOK_MS)
    const outcome = await thread.judge(task, barred)
    const running = (this.#running.get(project) ?? 1) - 1
    if (running > 0) this.#running.set(project, running)
    else this.#running.delete(project)
    if ('classification' in outcome) done(outcome.classification)
    else if (outcome.position < 0 || barred.size + 1 >= MAX_FAILURES) {
      const notes = new Map([...barred, [outcome.position, SENTENCES[outcome.failure]]])
      // Where the thread ended before it was at any condition, none had to be stopped for another.
      const others = outcome.position < 0 ? SENTENCES[outcome.failure] : GIVEN_UP
      done(judgeWithout(task, (position) => notes.get(position) ?? others))
    } else {
      barred.set(outcome.position, SENTENCES[outcome.failure])
      this.#enqueue(waiting)
    }
    this.#assign()
  }

  #startThread(): void {
    if (this.#threads.size >= this.#most) return
    if (this.#failedStarts >= MAX_FAILURES) this.#giveUp()
    else this.#threads.add(new JudgeThread(this.#started, this.#ended))
  }

  readonly #started = (): void => {
    this.#failedStarts = 0
    this.#assign()
  }

  readonly #ended = (thread: JudgeThread): void => {
    this.#threads.delete(thread)
    if (!thread.isReady) this.#failedStarts++
    this.#assign()
  }

  /** Without any thread, runs are judged without their expressions rather than never. The next run tries again. */
  #giveUp(): void {
    this.#failedStarts = 0
    const queues = [...this.#queues.values()]
    this.#queues.clear()
    for (const { task, done } of queues.flat()) done(judgeWithout(task, () => SENTENCES.fault))
  }

  readonly #look = (): void => {
    for (const thread of this.#threads) thread.watch(this.#looks)
    if (this.#running.size === 0) this.#stopWatching()
  }

  #stopWatching(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}

let shared: JudgePool | null = null

/** The pool of this process. */
export const sharedPool = (): JudgePool => {
  shared ??= new JudgePool()
  return shared
}
