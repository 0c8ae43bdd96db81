import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** How an agent program is run: `node` and these arguments. */
export type AgentProgram = readonly string[]

export type EmbeddedAgent = { pid(): number | undefined; stop(): Promise<void> }

/** After its first death it is back at once; only one that keeps dying is waited for. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** An agent that ran this long was well: it is back at once again. */
const WELL_AFTER_MS = 60_000
const STOP_WITHIN_MS = 8_000

/** How long to wait before the next start, after so many deaths before this one. */
const pauseAfter = (deaths: number): number =>
  deaths === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 1))

/**
 * Runs an agent as a child process and starts it again when it ends. Its standard input is a pipe that stays open for as long
 * as this process lives: an agent whose server was killed sees it close, and ends.
 */
export const runEmbeddedAgent = (options: {
  program: AgentProgram
  serverUrl: string
  joinToken: string
  dataDir: string
  allowPrivate: string
  log: (line: string) => void
}): EmbeddedAgent => {
  let child: ChildProcess | null = null
  let stopping = false
  let deaths = 0
  let again: NodeJS.Timeout | undefined

  const start = () => {
    const began = performance.now()
    child = spawn(process.execPath, options.program, {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: {
        PATH: process.env.PATH,
        NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
        SONDE_SERVER_URL: options.serverUrl,
        SONDE_JOIN_TOKEN: options.joinToken,
        SONDE_AGENT_NAME: 'local',
        SONDE_AGENT_DIR: join(options.dataDir, 'agent'),
        SONDE_AGENT_SUPERVISED: '1',
        // Look-ups of names take a thread each; the usual four would make calls wait for each other.
        UV_THREADPOOL_SIZE: '32',
        SONDE_AGENT_PROBE: 'off',
        SONDE_ALLOW_PRIVATE: options.allowPrivate,
      },
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      // The agent dates and names its lines itself; here they are dated again.
      for (const line of chunk.toString('utf8').split('\n'))
        if (line.trim() !== '') options.log(line.replace(/^\S+Z /, ''))
    })
    child.on('error', (cause) => options.log(`agent: ${cause.message}`))
    child.on('close', (code, signal) => {
      if (stopping) return
      if (performance.now() - began > WELL_AFTER_MS) deaths = 0
      options.log(`The embedded agent ended (${signal ?? code}); it is started again.`)
      again = setTimeout(start, pauseAfter(deaths++))
    })
  }
  start()

  return {
    pid: () => child?.pid,
    stop: () =>
      new Promise((resolve) => {
        stopping = true
        clearTimeout(again)
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
