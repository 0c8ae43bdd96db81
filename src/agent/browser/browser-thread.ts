import { Worker } from 'node:worker_threads'
import type { AllowRule } from '../../domain/core/addresses.ts'
import type { Step } from '../../domain/monitors/browser-steps.ts'
import type { Log } from '../log.ts'
import { programThread } from '../program-thread.ts'
import type { BrowserStart, FromBrowser, ToBrowser } from './browser-messages.ts'
import { killGroup } from './chromium-process.ts'
import type { BrowserOutcome, PageTask } from './page-task.ts'

export type ThreadLimits = {
  /** Time without a run after which the thread ends, with the browser and the memory of both. */
  readonly idleMs: number
  /** Silence of the thread, while it has runs, after which it hangs: longer than the longest run. */
  readonly silentMs: number
}

const LIMITS: ThreadLimits = { idleMs: 60_000, silentMs: 300_000 }
const END_TIMEOUT_MS = 10_000
const FAULT = 'the agent failed while running the test'

const { program, eval: isText } = programThread(
  new URL('./browser-worker.ts', import.meta.url).href,
  'serveBrowserTests',
)

export type BrowserThreadOptions = {
  path: string
  concurrency: number
  allowed: readonly AllowRule[]
  log: Log
  /** Default: those of agents. */
  limits?: Partial<ThreadLimits>
}

type Live = {
  worker: Worker
  pids: readonly number[]
  runs: Map<number, (outcome: BrowserOutcome) => void>
  ended: () => void
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs browser tests in a thread of its own: what the driver of the browser does would disturb the times that calls measure, and its memory
 * is free again when nothing is tested. The thread starts with the first run and ends after the last.
 */
export class BrowserThread {
  readonly #options: BrowserThreadOptions
  readonly #limits: ThreadLimits
  /** The thread that takes runs; another one may still be ending. */
  #live: Live | null = null
  #number = 0
  #isSandboxed: boolean | null = null

  constructor(options: BrowserThreadOptions) {
    this.#options = options
    this.#limits = { ...LIMITS, ...options.limits }
  }

  /** Whether the last browser that started runs in its sandbox; null before the first one. */
  get isSandboxed(): boolean | null {
    return this.#isSandboxed
  }

  /** Runs a test; `trouble` is a sentence about this agent. Never rejects. */
  run(task: PageTask, shown: readonly Step[]): Promise<BrowserOutcome> {
    const run = ++this.#number
    const live = this.#live ?? this.#start()
    return new Promise((resolve) => {
      live.runs.set(run, resolve)
      this.#watch(live)
      live.worker.postMessage({ run, task, shown } satisfies ToBrowser)
    })
  }

  /** Ends the browser; runs that are not over end with it. */
  async close(): Promise<void> {
    const live = this.#live
    if (!live) return
    this.#live = null
    clearTimeout(live.timer)
    const ended = new Promise<void>((resolve) => {
      live.ended = resolve
    })
    live.worker.ref()
    live.worker.postMessage('end' satisfies ToBrowser)
    const tooLong = setTimeout(live.ended, END_TIMEOUT_MS)
    await ended
    clearTimeout(tooLong)
    this.#end(live, 'the agent stopped during the run')
  }

  #start(): Live {
    const { path, concurrency, allowed } = this.#options
    const { TMPDIR } = process.env
    const worker = new Worker(program, {
      eval: isText,
      workerData: { kind: 'browser', path, concurrency, allowed } satisfies BrowserStart,
      // None of the agent's environment, but where temporary files may be.
      env: TMPDIR ? { TMPDIR } : {},
      execArgv: [],
    })
    const live: Live = { worker, pids: [], runs: new Map(), ended: () => {}, timer: undefined }
    this.#live = live
    worker.on('message', (message: FromBrowser) => this.#hear(live, message))
    worker.on('error', () => this.#end(live, FAULT))
    worker.on('exit', () => this.#end(live, FAULT))
    return live
  }

  #hear(live: Live, message: FromBrowser): void {
    if (message === 'ended') live.ended()
    else if ('log' in message) this.#options.log(message.log)
    else if ('isSandboxed' in message) this.#isSandboxed = message.isSandboxed
    else if ('pids' in message) live.pids = message.pids
    else {
      live.runs.get(message.run)?.(message.outcome)
      live.runs.delete(message.run)
    }
    this.#watch(live)
  }

  /** Ends a thread that says nothing though it has runs, or that has had none for a while. */
  #watch(live: Live): void {
    clearTimeout(live.timer)
    if (this.#live !== live) return
    if (live.runs.size > 0) {
      live.worker.ref()
      live.timer = setTimeout(() => this.#end(live, 'the browser did not answer and was ended'), this.#limits.silentMs)
      return
    }
    live.worker.unref()
    live.timer = setTimeout(() => void this.close(), this.#limits.idleMs)
    live.timer.unref()
  }

  #end(live: Live, trouble: string): void {
    clearTimeout(live.timer)
    live.ended()
    for (const pid of live.pids) killGroup(pid)
    live.pids = []
    void live.worker.terminate()
    if (this.#live === live) this.#live = null
    for (const resolve of live.runs.values()) resolve({ trouble })
    live.runs.clear()
  }
}
