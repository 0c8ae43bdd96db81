import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The built server as a child process that is replaced by the next build. */
export type ServerProcess = {
  /** Resolves when the server of the newest build answers; rejects when it has ended. */
  answers(): Promise<void>
  /** Ends the server and starts the newest build. */
  restart(): void
  stop(): Promise<void>
}

type Options = {
  /** The built program. */
  readonly program: string
  readonly env: NodeJS.ProcessEnv
  readonly print: (text: string) => void
}

const READY = 'Sonde is ready'

/** Starts the server; its output is printed as it comes. */
export const startServerProcess = ({ program, env, print }: Options): ServerProcess => {
  let child: ChildProcess | undefined
  let stopped = false

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const started = spawn(process.execPath, ['--enable-source-maps', program], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      let said = ''
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        print(text)
        // The line may come in two pieces.
        if (said !== READY) said = (said + text).slice(-1000)
        if (said.includes(READY)) {
          said = READY
          resolve()
        }
      })
      started.stderr.setEncoding('utf8').on('data', print)
      started.once('error', reject)
      started.once('close', (code) => {
        reject(new Error(`The server ended with ${code}.`))
        if (child !== started || stopped) return
        child = undefined
        print(`The server ended with ${code}. It starts again with the next change.\n`)
      })
    })

  const end = async (): Promise<void> => {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const ended = once(ending, 'close')
    ending.kill('SIGTERM')
    await ended
  }

  let running = start()
  // Whoever asks is answered; until then nobody needs to handle it.
  running.catch(() => undefined)
  return {
    answers: () => running,
    restart: () => {
      if (stopped) return
      const before = running
      running = before.then(end, end).then(() => (stopped ? undefined : start()))
      running.catch(() => undefined)
    },
    stop: async () => {
      stopped = true
      await end()
      await running.catch(() => undefined)
    },
  }
}
