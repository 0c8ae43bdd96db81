import { spawn } from 'node:child_process'

/**
 * Each name lookup takes a thread of libuv's pool, so with the default of four, calls would wait for each other. Its size is read from the
 * environment before a program's first line, and lookups by another resolver would ignore /etc/hosts.
 */
const THREADS = '32'
const LAUNCHED = 'SONDE_AGENT_LAUNCHED'

/** Whether this process was started without a pool size of its own, and so starts the agent as a child that has one. */
export const isLauncher = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  !environment.UV_THREADPOOL_SIZE

/** Whether a launcher started this process: it ends when the launcher does. */
export const isLaunched = (environment: Readonly<Record<string, string | undefined>>): boolean =>
  environment[LAUNCHED] === '1'

/**
 * Runs this program as a child with a larger pool, forwards signals to it, and exits as it does. The child has a process group of its own:
 * Ctrl-C reaches it once, from here. Its standard input is a pipe, whose end tells it that this process is gone.
 */
export const launch = (): void => {
  // Before there is a child: a signal that comes with it would end this process alone.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, UV_THREADPOOL_SIZE: THREADS, [LAUNCHED]: '1' },
  })
  child.on('error', (error) => {
    process.stderr.write(`The agent cannot be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 143 : 1)))
}
