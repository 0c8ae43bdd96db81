import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { codeOf, onDisk } from '../disk-problem.ts'
import { StartProblem } from '../start-problem.ts'
import { accountFor } from './account.ts'
import { findBinaries } from './binaries.ts'
import { clusterIn, createCluster, databaseName, hasCluster } from './cluster.ts'
import { stopOrphan } from './orphan.ts'
import { lockDirectory } from './owner-lock.ts'
import { createPassword, openServerPassword, passwordProblem, readPassword } from './password.ts'
import { type PostgresExit, type Postmaster, type Refusal, startPostmaster } from './postmaster.ts'
import { prepareDirectory } from './prepare-directory.ts'
import { urlOf } from './running.ts'
import { prepareServerRole, serverRole } from './server-role.ts'
import { writeSettings } from './settings.ts'
import { supervise } from './supervisor.ts'

export type OpenPostgres = {
  /** Folder of the database, its password and its log; created if missing. */
  dataDir: string
  /** Writes a line to the server's log. */
  log: (line: string) => void
  /** Reports the current step to the operator who waits for the first start. */
  onStep: (step: string) => void
  /** Ends a start that is under way: it rejects, and leaves nothing running. */
  signal?: AbortSignal
  /** PostgreSQL settings that override the product's own: tests turn `fsync` off. */
  settings?: Readonly<Record<string, string>>
  /** The platform's npm package of PostgreSQL; the installed one by default. */
  packageDir?: string
  /** Folders for a copy of the programs, best first; the account's caches by default. */
  cacheDirs?: readonly string[]
}

/** The embedded PostgreSQL. It is restarted when it exits unexpectedly, which `onExit` reports. */
export type EmbeddedPostgres = {
  /**
   * Connection URL of the server's role, which is no superuser. Contains the password, so it must never be logged. Constant while the
   * server runs.
   */
  readonly url: string
  pid(): number
  onExit(listener: (exit: PostgresExit) => void): void
  /** Stops PostgreSQL cleanly, waits for all its processes, and releases the directory. */
  stop(): Promise<void>
}

/** Time for the backends of a killed PostgreSQL to release its shared memory. */
const busyPatienceMs = 30_000
const busyPauseMs = 100

/** Below every system's range of ephemeral ports, so that no outgoing connection takes the port while PostgreSQL restarts. */
const portRange = [15_000, 32_000] as const

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const port = randomInt(...portRange)
    const probe = createServer()
    probe.once('error', (error) => (codeOf(error) === 'EADDRINUSE' ? done(freePort()) : fail(error)))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(port)))
  })

const startProblem = (dataDir: string, said: string): StartProblem =>
  said.includes('No space left on device')
    ? new StartProblem(`The disk of ${dataDir} is full: PostgreSQL cannot start.`)
    : new StartProblem(
        `PostgreSQL does not start in ${clusterIn(dataDir)}: ${said.replace(/^\w+: +/, '') || 'it gave no reason'} (see ${join(dataDir, 'postgres.log')}).`,
      )

const startOnFreePort = async (
  dataDir: string,
  start: (port: number) => Promise<Postmaster | Refusal>,
): Promise<{ port: number; postmaster: Postmaster }> => {
  for (let waitedMs = 0; ; waitedMs += busyPauseMs) {
    const port = await freePort()
    const outcome = await start(port)
    if ('stop' in outcome) return { port, postmaster: outcome }
    if (outcome.refused === 'other' || waitedMs >= busyPatienceMs) throw startProblem(dataDir, outcome.said)
    if (outcome.refused === 'busy') await wait(busyPauseMs)
  }
}

/**
 * Prepares the server's role as the superuser, whose password is needed only for this, and returns the server's connection URL. A wrong
 * password is a `StartProblem`: its file may belong to another cluster.
 */
const openRole = async (dataDir: string, port: number): Promise<string> => {
  const superuser = new Client({ connectionString: urlOf(databaseName, readPassword(dataDir), port) })
  superuser.on('error', () => undefined)
  try {
    await superuser.connect()
    const password = openServerPassword(dataDir)
    await prepareServerRole(superuser, password)
    return urlOf(serverRole, password, port)
  } catch (error) {
    throw codeOf(error) === '28P01' ? passwordProblem(dataDir) : error
  } finally {
    await superuser.end()
  }
}

/**
 * Opens the embedded PostgreSQL in `dataDir`: locks the directory for this process, creates the cluster at the first start, stops an
 * instance left behind by a killed server, and resolves when the database accepts connections on the loopback interface. Problems that
 * an operator can fix are thrown as a `StartProblem`.
 */
export const openPostgres = async (options: OpenPostgres): Promise<EmbeddedPostgres> => {
  const { log, onStep, signal } = options
  const dataDir = prepareDirectory(options.dataDir)
  const clusterDir = clusterIn(dataDir)
  const lock = await lockDirectory(dataDir)
  try {
    const account = accountFor(clusterDir)
    const binaries = await findBinaries({ ...options, account })
    if (!hasCluster(dataDir, binaries)) {
      onStep('Creating the database')
      await createCluster(dataDir, binaries, account, createPassword(dataDir))
    }
    readPassword(dataDir)
    const start = async (port: number): Promise<Postmaster | Refusal> => {
      await stopOrphan(clusterDir, log)
      onDisk(clusterDir, () => writeSettings(clusterDir, options.settings ?? {}))
      const onRecovery = () => onStep('The database is recovering from an unclean shutdown')
      return startPostmaster({ dataDir, binaries, account, port, onRecovery, signal })
    }
    const { port, postmaster } = await startOnFreePort(dataDir, start)
    const url = await openRole(dataDir, port).catch(async (error: unknown) => {
      await postmaster.stop()
      throw error
    })

    const supervisor = supervise(postmaster, () => start(port), log)
    let stopped: Promise<void> | null = null
    const stop = async () => {
      await supervisor.stop()
      await lock.release()
    }
    return {
      url,
      pid: supervisor.pid,
      onExit: supervisor.onExit,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
