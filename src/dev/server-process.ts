import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The built server as a child process that is replaced by the next build. */
export type ServerProcess = {
  /** Resolves when the server of the newest build answers; rejects when it has ended. */
  answers(): Promise<void>
  /** Ends the server and starts the newest build. Returns false if a start that uses it is already under way. */
  restart(): boolean
  /** Starts the newest build if the server has ended by itself. */
  startIfEnded(): void
  stop(): Promise<void>
}

type Options = {
  /** The built program. */
  readonly program: string
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
  /** Resolves when the program is written whole. */
  readonly isBuilt: () => Promise<void>
  /** The server answers. */
  readonly onReady: () => void
  /** The server has ended without being asked to, with an exit code or by a signal. */
  readonly onEnd: (by: string) => void
}

const WITH_PARENT = new URL('with-parent.mjs', import.meta.url).href

const READY = 'Sonde is ready'
/** Time for the server to end before a restart; then it is killed, as in a crash. */
const END_MS = 200

/** Starts the server; its output is printed as it comes. */
export const startServerProcess = ({ program, env, print, isBuilt, onReady, onEnd }: Options): ServerProcess => {
  let child: ChildProcess | undefined
  let stopped = false
  /** A start waits for the build. */
  let isStarting = true

  const start = async (): Promise<void> => {
    await isBuilt()
    isStarting = false
    if (stopped) return
    await new Promise<void>((resolve, reject) => {
      // It ends when the channel to this process closes.
      const started = spawn(process.execPath, ['--enable-source-maps', '--import', WITH_PARENT, program], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      child = started
      let said = ''
      let isReady = false
      started.stdout?.setEncoding('utf8').on('data', (text: string) => {
        print(text)
        if (isReady) return
        // The line may come in two pieces.
        said = (said + text).slice(-1000)
        isReady = said.includes(READY)
        if (isReady) resolve()
      })
      started.stderr?.setEncoding('utf8').on('data', print)
      started.once('error', reject)
      // Its last words come after its exit, and before it is closed.
      let isUnasked = false
      started.once('exit', () => {
        const ended = new Error('The server has ended.')
        reject(ended)
        if (child !== started || stopped) return
        child = undefined
        isUnasked = true
        running = quietly(Promise.reject(ended))
      })
      started.once('close', (code, signal) => {
        if (isUnasked && !child && !isStarting && !stopped) onEnd(signal ?? `exit code ${code}`)
      })
    })
    onReady()
  }

  const end = async (withinMs?: number): Promise<void> => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'close')
    ending.kill('SIGTERM')
    const timer = withinMs === undefined ? undefined : setTimeout(() => ending.kill('SIGKILL'), withinMs)
    await ended
    clearTimeout(timer)
  }

  /** Marks a start as handled: if nobody awaits it, its failure is not an unhandled rejection. */
  const quietly = (starting: Promise<void>): Promise<void> => {
    starting.catch(() => undefined)
    return starting
  }
  let running = quietly(start())

  const restart = (): boolean => {
    if (stopped || isStarting) return false
    isStarting = true
    running = quietly(end(END_MS).then(start))
    return true
  }
  return {
    answers: () => running,
    restart,
    startIfEnded: () => {
      if (!child) restart()
    },
    stop: async () => {
      stopped = true
      await end()
      await running.catch(() => undefined)
    },
  }
}
