import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onDataFile } from '../data-file.ts'
import { onDisk } from '../disk-problem.ts'
import { refuseSpecialDataFile } from '../ordinary-file.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterIn, spawnOptions, spawnProblem } from './cluster.ts'
import { passDirectory } from './passed-directory.ts'

/** Exit code or signal of PostgreSQL's main process. */
export type PostgresExit = { readonly code: number | null; readonly signal: string | null }

/** A PostgreSQL that accepts connections. */
export type Postmaster = {
  readonly pid: number
  readonly exited: Promise<PostgresExit>
  /** Stops it cleanly and waits for all its processes. */
  stop(): Promise<void>
}

/** Why PostgreSQL did not start: its port is taken, an earlier instance is still ending, or another reason. `said` is its own message. */
export type Refusal = { readonly refused: 'port' | 'busy' | 'other'; readonly said: string }

const pollMs = 5
const logLimitBytes = 10 * 1024 * 1024
/** Signals of a stop, gentlest first, and the time for each in milliseconds. */
const stopSteps = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const

const openLog = (dataDir: string, account: Account | null): { file: string; fd: number; start: number } => {
  const file = join(dataDir, 'postgres.log')
  return onDisk(dataDir, () => {
    refuseSpecialDataFile(file)
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size > logLimitBytes) renameSync(file, `${file}.1`)
    const fd = onDataFile(file, 'written', () => openSync(file, 'a', 0o600))
    if (account) chownSync(file, account.uid, account.gid)
    return { file, fd, start: size > logLimitBytes ? 0 : size }
  })
}

const readFrom = (file: string, start: number): string => {
  const bytes = Buffer.alloc(64 * 1024)
  const fd = openSync(file, 'r')
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes, 0, bytes.length, start))
  } finally {
    closeSync(fd)
  }
}

const refusalIn = (text: string): Refusal => {
  const said = text.match(/(?:FATAL|PANIC): {2}.*/g)?.at(-1) ?? text.trim().split('\n').at(-1) ?? ''
  if (/could not create any TCP\/IP sockets|could not bind/.test(text)) return { refused: 'port', said }
  if (/pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(text)) {
    return { refused: 'busy', said }
  }
  return { refused: 'other', said }
}

/** Whether the pid file says that this process accepts connections: on its eighth line, as `pg_ctl` reads it. */
const isReady = (clusterDir: string, pid: number): boolean => {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

const stopperOf = (child: ChildProcess, exited: Promise<PostgresExit>) => async (): Promise<void> => {
  for (const [signal, patienceMs] of stopSteps) {
    child.kill(signal)
    const patience = new AbortController()
    const gone = exited.then(() => true)
    const late = wait(patienceMs, false, { signal: patience.signal }).catch(() => false)
    const ended = await Promise.race([gone, late])
    patience.abort()
    if (ended) return
  }
}

export type StartPostmaster = {
  dataDir: string
  binaries: Binaries
  account: Account | null
  port: number
  /** Called every few seconds while PostgreSQL recovers from a crash, which may take any time. */
  onRecovery: () => void
  /** Ends the wait, and PostgreSQL with it; the start then rejects. */
  signal?: AbortSignal
}

/**
 * Starts PostgreSQL on the cluster and waits until it accepts connections. It runs in its own process session, so that Ctrl-C in a
 * terminal reaches only the server, which then stops it cleanly. Its log is a file, since a pipe would break when the server ends.
 */
export const startPostmaster = async (options: StartPostmaster): Promise<Postmaster | Refusal> => {
  const { dataDir, binaries, account, port, onRecovery, signal } = options
  const clusterDir = clusterIn(dataDir)
  const log = openLog(dataDir, account)
  const handed = passDirectory(clusterDir, account)
  const child = spawn(join(binaries.dir, 'bin/postgres'), ['-D', handed.path, '-p', String(port)], {
    ...spawnOptions(account, handed, log.fd),
    detached: true,
  })
  child.stdin?.end()
  closeSync(log.fd)
  handed.close()
  const failed = new Promise<Error>((resolve) => child.once('error', resolve))
  if (child.pid === undefined) throw spawnProblem(await failed)

  // A server that exits without stopping PostgreSQL at least signals it to stop.
  const interrupt = () => void child.kill('SIGINT')
  process.once('exit', interrupt)
  let ended = false
  const exited = new Promise<PostgresExit>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true
      process.off('exit', interrupt)
      resolve({ code, signal })
    })
  })
  const stop = stopperOf(child, exited)
  for (let polls = 1; !ended; polls++) {
    if (signal?.aborted) await stop()
    signal?.throwIfAborted()
    if (isReady(clusterDir, child.pid)) return { pid: child.pid, exited, stop }
    if (polls % 1000 === 0) onRecovery()
    await wait(pollMs)
  }
  return refusalIn(readFrom(log.file, log.start))
}
