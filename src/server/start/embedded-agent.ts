import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Configuration } from '../configuration.ts'
import { LOCAL_LOCATION } from './local-location.ts'

/** Arguments with which `node` runs the agent program. */
export type AgentProgram = readonly string[]

export type EmbeddedAgent = {
  pid(): number | undefined
  /** Resolves with the agent's last sentence when it ends because it cannot run; it is not restarted then. */
  refused(): Promise<string>
  stop(): Promise<void>
}

/** The agent's exit code when another start does not help: the server refuses it, or its settings are invalid (EX_CONFIG). */
const REFUSED = 78

/** The first restart is immediate; only an agent that keeps ending is restarted after a pause. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** An agent that ran this long counts as healthy, and its next restart is immediate. */
const HEALTHY_AFTER_MS = 60_000
const STOP_WITHIN_MS = 8_000

/** Returns the pause before the next start, given the earlier ends in a row. */
const pauseAfter = (earlierEnds: number): number =>
  earlierEnds === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (earlierEnds - 1))

/**
 * Runs an agent as a child process and restarts it when it ends. Its standard input is a pipe that stays open as long as this process
 * lives: when the server is killed, the pipe closes and the agent ends.
 */
export const runEmbeddedAgent = (options: {
  program: AgentProgram
  serverUrl: string
  joinToken: string
  dataDir: string
  allowPrivate: string
  settings?: Configuration['embeddedAgent']
  log: (line: string) => void
}): EmbeddedAgent => {
  const { settings } = options
  let refuse: (sentence: string) => void = () => {}
  const refused = new Promise<string>((resolve) => {
    refuse = resolve
  })
  let lastLine = ''
  let child: ChildProcess | null = null
  let stopping = false
  let ends = 0
  let restart: NodeJS.Timeout | undefined

  const start = () => {
    const began = performance.now()
    child = spawn(process.execPath, options.program, {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
        SONDE_SERVER_URL: options.serverUrl,
        SONDE_JOIN_TOKEN: options.joinToken,
        SONDE_AGENT_NAME: LOCAL_LOCATION,
        SONDE_AGENT_DIR: join(options.dataDir, 'agent'),
        SONDE_AGENT_SUPERVISED: '1',
        // Each DNS lookup takes a thread; with the default of four, calls would wait for each other.
        UV_THREADPOOL_SIZE: '32',
        SONDE_AGENT_PROBE: 'off',
        ...(settings?.chromium && { SONDE_CHROMIUM: settings.chromium }),
        ...(settings && { SONDE_BROWSER_CONCURRENCY: String(settings.browserConcurrency) }),
        TMPDIR: process.env.TMPDIR,
        SONDE_ALLOW_PRIVATE: options.allowPrivate,
      },
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      // The agent's own timestamps are removed, because `log` adds one.
      for (const line of chunk.toString('utf8').split('\n'))
        if (line.trim() !== '') {
          lastLine = line.replace(/^\S+Z /, '')
          options.log(lastLine)
        }
    })
    child.on('error', (cause) => options.log(`agent: ${cause.message}`))
    child.on('close', (code, signal) => {
      if (stopping) return
      if (code === REFUSED) {
        options.log('The embedded agent cannot run and is not restarted: mend what it said, then restart Sonde.')
        refuse(lastLine)
        return
      }
      if (performance.now() - began > HEALTHY_AFTER_MS) ends = 0
      options.log(`The embedded agent exited (${signal ?? code}) and is being restarted.`)
      restart = setTimeout(start, pauseAfter(ends++))
    })
  }
  start()

  return {
    pid: () => child?.pid,
    refused: () => refused,
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        clearTimeout(restart)
        const ending = child
        if (!ending || ending.exitCode !== null || ending.signalCode !== null) return resolve()
        const timer = setTimeout(() => ending.kill('SIGKILL'), STOP_WITHIN_MS)
        ending.on('close', () => {
          clearTimeout(timer)
          resolve()
        })
        ending.kill('SIGTERM')
      }),
  }
}
