import type { Browser } from 'playwright-core'
import type { Log } from '../log.ts'
import type { Account } from './account.ts'
import { ChromiumProcess } from './chromium-process.ts'
import { CSS_ENGINE } from './css-selector.ts'
import { FairQueue } from './fair-queue.ts'
import { groupMemoryBytes } from './group-memory.ts'
import { registerEngines } from './isolated-world.ts'
import { ORIGIN_ENGINE } from './secret-aim.ts'
import { SECRET_FIELD_ENGINE } from './secret-fields.ts'

const START_TIMEOUT_MS = 30_000

export type BrowserLimits = {
  /** Runs after which a browser is replaced: what each of them leaves behind adds up. */
  readonly runs: number
  /** Memory of an idle browser, beyond which it is replaced. */
  readonly idleBytes: number
  /** Time beyond that of the test that a run may take: to open its page, to describe it, and to close it. */
  readonly graceMs: number
}

const LIMITS: BrowserLimits = { runs: 250, idleBytes: 805_306_368, graceMs: 45_000 }

export type BrowserOptions = {
  path: string
  account: Account | null
  proxyPort: number
  /** Maximum number of runs at a time. */
  concurrency: number
  log: Log
  /** Is told the process groups of Chromium whenever they change. */
  changed?: (pids: readonly number[]) => void
  /** Is told whether a browser that has started runs in its sandbox. */
  started?: (isSandboxed: boolean) => void
  /** Default: those of agents. */
  limits?: Partial<BrowserLimits>
}

/** The browser during a run. `retire` lets no other run have it, because this one could not leave it as it was. */
export type Lease = { browser: Browser; isSandboxed: boolean; retire: () => void }

type Opened = {
  browser: Browser
  isSandboxed: boolean
  process: ChromiumProcess
  runs: number
  active: number
  isRetired: boolean
}

/** The browser could not be started, or has ended. The sentence is for people. */
export class BrowserFault extends Error {}

const ENDED = 'Chromium ended during the run: it crashed, or the system ended it'

/**
 * One Chromium that all runs share, each in a context of its own. It starts with the first run. After many runs, or when it holds much
 * memory, new runs get a new one, and the old one is ended after its last.
 */
export class SharedBrowser {
  readonly #options: BrowserOptions
  readonly #limits: BrowserLimits
  #opening: Promise<Opened> | null = null
  readonly #queue: FairQueue
  /** Whether this system permits Chromium its sandbox; tried once. */
  #isSandboxed = true
  readonly #processes = new Set<ChromiumProcess>()

  constructor(options: BrowserOptions) {
    this.#options = options
    this.#limits = { ...LIMITS, ...options.limits }
    this.#queue = new FairQueue(options.concurrency)
  }

  /**
   * Runs with the browser once fewer than the maximum do. If the browser ends meanwhile, rejects with a sentence, whatever the run says; if
   * the run takes much longer than `timeoutMs`, ends the browser.
   * @throws BrowserFault
   */
  use<T>(
    { timeoutMs, project }: { timeoutMs: number; project: number | null },
    run: (lease: Lease) => Promise<T>,
  ): Promise<T> {
    return this.#queue.run(project, async () => this.#useNow(await this.#browser(), timeoutMs, run))
  }

  /** Ends the browser, and with it all runs. */
  async close(): Promise<void> {
    this.#opening = null
    await Promise.all([...this.#processes].map((process) => process.kill()))
  }

  async #useNow<T>(opened: Opened, timeoutMs: number, run: (lease: Lease) => Promise<T>): Promise<T> {
    opened.active++
    opened.runs++
    const tooLong = setTimeout(() => void opened.process.kill(), timeoutMs + this.#limits.graceMs)
    const ended = opened.process.ended.then(() => {
      throw new BrowserFault(ENDED)
    })
    const retire = () => {
      opened.isRetired = true
    }
    try {
      const result = await Promise.race([
        run({ browser: opened.browser, isSandboxed: opened.isSandboxed, retire }),
        ended,
      ])
      if (opened.process.hasEnded) throw new BrowserFault(ENDED)
      return result
    } catch (error) {
      throw opened.process.hasEnded ? new BrowserFault(ENDED) : error
    } finally {
      clearTimeout(tooLong)
      opened.active--
      await this.#retireIfWorn(opened)
    }
  }

  async #browser(): Promise<Opened> {
    const opening = this.#opening ?? this.#start()
    this.#opening = opening
    try {
      const opened = await opening
      if (!opened.process.hasEnded && !opened.isRetired && opened.runs < this.#limits.runs) return opened
    } catch (error) {
      if (this.#opening === opening) this.#opening = null
      throw error
    }
    if (this.#opening === opening) this.#opening = null
    return this.#browser()
  }

  async #start(): Promise<Opened> {
    const { log } = this.#options
    const wantsSandbox = this.#isSandboxed
    const process = new ChromiumProcess({ ...this.#options, isSandboxed: wantsSandbox })
    this.#processes.add(process)
    this.#tell()
    void process.ended.then(() => {
      this.#processes.delete(process)
      this.#tell()
    })
    try {
      const { chromium } = await import('playwright-core')
      await registerEngines([ORIGIN_ENGINE, CSS_ENGINE, SECRET_FIELD_ENGINE])
      const connected = chromium.connectOverCDP(process.transport, { timeout: START_TIMEOUT_MS, noDefaults: true })
      const ended = process.ended.then(() => {
        throw new Error(process.lastError || 'it ended at once')
      })
      ended.catch(() => {})
      const browser = await Promise.race([connected, ended])
      this.#options.started?.(wantsSandbox)
      return { browser, isSandboxed: wantsSandbox, process, runs: 0, active: 0, isRetired: false }
    } catch (error) {
      await process.kill()
      if (wantsSandbox && process.lacksSandbox) {
        this.#isSandboxed = false
        log('Chromium runs without its sandbox: this system permits it no user namespaces')
        return this.#start()
      }
      // Its pipes may close before it is known to have ended, and then the driver only knows that.
      const thrown = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
      throw new BrowserFault(`Chromium does not start: ${process.lastError || thrown}`)
    }
  }

  #tell(): void {
    this.#options.changed?.([...this.#processes].flatMap(({ pid }) => (pid === undefined ? [] : [pid])))
  }

  async #retireIfWorn(opened: Opened): Promise<void> {
    if (!opened.isRetired && !opened.process.hasEnded) {
      const isWorn =
        opened.runs >= this.#limits.runs ||
        (opened.active === 0 && groupMemoryBytes(opened.process.pid) > this.#limits.idleBytes)
      if (isWorn) opened.isRetired = true
    }
    if (opened.isRetired && opened.active === 0) await opened.process.kill()
  }
}
