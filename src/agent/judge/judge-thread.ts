import { Worker } from 'node:worker_threads'
import type { Classification } from '../../domain/results/classify.ts'
import { programThread } from '../program-thread.ts'
import type { Barred, JudgeTask } from './judge-task.ts'
import { type Answered, type Asked, POSITION, STEPS, type WorkerStart } from './judge-worker.ts'

/** Memory of one worker. A body of 1 MiB takes a twentieth of it, parsed as well. */
const MEMORY_MB = 160
const STACK_MB = 4
/** Time that all conditions of one run may take. */
const RUN_MS = 5_000

const { program, eval: isText } = programThread(new URL('./judge-worker.ts', import.meta.url).href, 'serveJudgements')

/** End of a thread before it had judged. */
export type Failure = 'hung' | 'memory' | 'fault'
type Outcome = { readonly classification: Classification } | { readonly failure: Failure; readonly position: number }

/** A worker thread that judges one run at a time and can be ended at any moment. */
export class JudgeThread {
  readonly #worker: Worker
  readonly #shared: Int32Array
  readonly #ended: (thread: JudgeThread) => void
  #settle: ((outcome: Outcome) => void) | null = null
  #seen = -1
  #still = 0
  isReady = false
  hasEnded = false

  constructor(ready: (thread: JudgeThread) => void, ended: (thread: JudgeThread) => void) {
    const progress = new SharedArrayBuffer(8)
    this.#shared = new Int32Array(progress)
    this.#ended = ended
    this.#worker = new Worker(program, {
      eval: isText,
      workerData: { progress, mostMs: RUN_MS } satisfies WorkerStart,
      // The worker reads what strangers' servers sent; it gets none of the agent's environment.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: STACK_MB },
    })
    this.#worker.on('message', (answer: Answered) => {
      if (answer === 'ready') {
        this.isReady = true
        this.#worker.unref()
        ready(this)
      } else this.#finish(answer)
    })
    this.#worker.on('error', (error) => {
      this.end('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'fault')
    })
    this.#worker.on('exit', () => this.end('fault'))
  }

  get isBusy(): boolean {
    return this.#settle !== null
  }

  judge(task: JudgeTask, barred: Barred): Promise<Outcome> {
    return new Promise((resolve) => {
      this.#settle = resolve
      this.#seen = -1
      this.#still = 0
      Atomics.store(this.#shared, POSITION, -1)
      this.#worker.ref()
      try {
        this.#worker.postMessage({ task, barred } satisfies Asked)
      } catch {
        this.end('fault')
      }
    })
  }

  /**
   * Ends the thread if it has been at the same condition for `most` calls of this method. Calls are counted rather than time, so that
   * a pause of the whole process ends no thread.
   */
  watch(most: number): void {
    if (!this.isBusy) return
    const steps = Atomics.load(this.#shared, STEPS)
    this.#still = steps === this.#seen ? this.#still + 1 : 0
    this.#seen = steps
    if (this.#still >= most) this.end('hung')
  }

  end(failure: Failure): void {
    if (this.hasEnded) return
    this.hasEnded = true
    void this.#worker.terminate()
    this.#ended(this)
    this.#finish({ failure, position: Atomics.load(this.#shared, POSITION) })
  }

  #finish(outcome: Outcome): void {
    const settle = this.#settle
    this.#settle = null
    if (!this.hasEnded) this.#worker.unref()
    settle?.(outcome)
  }
}
