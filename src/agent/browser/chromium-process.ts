import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import type { Account } from './account.ts'
import { chromiumFlags } from './chromium-flags.ts'
import { scrubbedEnvironment } from './find-chromium.ts'
import { pipeTransport, type Transport } from './pipe-transport.ts'
import { makeProfile } from './profile.ts'
import { within } from './within.ts'

/** Length of the end of Chromium's error output that is kept, to say why it ended. */
const KEPT_ERRORS = 4_000

/** Milliseconds that what it wrote last may arrive after it has ended. */
const LAST_WORDS_MS = 500

const transportTo = ({ stdio }: ChildProcess): Transport => {
  const [, , , to, from] = stdio
  if (!(to instanceof Socket && from instanceof Socket)) throw new Error('Chromium was started without its pipes')
  return pipeTransport(to, from)
}

/** Ends all processes of a group at once. */
export const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

export type StartOptions = { path: string; account: Account | null; proxyPort: number; isSandboxed: boolean }

/** A running Chromium, the leader of a process group of its own, with a temporary profile. */
export class ChromiumProcess {
  readonly transport: Transport
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
  readonly pid: number | undefined
  hasEnded = false
  readonly #child: ChildProcess
  #errors = ''
  #gaveUp = false

  constructor({ path, account, proxyPort, isSandboxed }: StartOptions) {
    const profile = makeProfile(account)
    this.#child = spawn(path, chromiumFlags(profile, proxyPort, isSandboxed), {
      ...account,
      detached: true,
      cwd: '/',
      env: scrubbedEnvironment(profile),
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    })
    this.pid = this.#child.pid
    this.transport = transportTo(this.#child)
    this.#child.stderr?.on('data', (part: Buffer) => {
      this.#errors = `${this.#errors}${part.toString()}`.slice(-KEPT_ERRORS)
    })
    const allSaid = new Promise<void>((resolve) => this.#child.on('close', () => resolve()))
    this.ended = new Promise<void>((resolve) => {
      this.#child.on('error', () => resolve())
      this.#child.on('exit', (_, signal) => {
        this.#gaveUp = signal !== 'SIGKILL'
        resolve()
      })
    }).then(async () => {
      this.hasEnded = true
      // The leader has ended, but a process of its group may have stayed.
      this.#killGroup()
      this.transport.onclose?.('Chromium has ended')
      await within(allSaid, LAST_WORDS_MS, undefined)
      await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
    })
  }

  /** Whether it ended because this system permits it no sandbox. */
  get lacksSandbox(): boolean {
    return /sandbox/i.test(this.#errors)
  }

  /** The last line that Chromium wrote about an error before it ended by itself; empty if it was killed. */
  get lastError(): string {
    if (!this.#gaveUp) return ''
    return this.#errors.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  }

  /** Ends Chromium with all of its processes. Resolves when its profile is deleted. */
  kill(): Promise<void> {
    this.#killGroup()
    return this.ended
  }

  #killGroup(): void {
    if (this.pid !== undefined) killGroup(this.pid)
  }
}
