import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { accountFor } from '../../../src/server/postgres/account.ts'
import { eventually } from '../../support/eventually.ts'
import { freePort } from '../../support/loopback.ts'

/** Where Debian and its relatives install each version. */
const VERSIONS = '/usr/lib/postgresql'
const ROLE = 'sonde'

/** A PostgreSQL of the system with its defaults, in a folder of its own. */
export type SystemPostgres = {
  readonly version: string
  pid(): number
  /** The database's address for the connections of one program, which `pg_stat_activity` shows by this name. */
  urlFor(program: string): string
  /** Asks as the superuser, on a connection of its own. */
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A connection of the superuser that its caller ends. */
  connect(): Promise<Client>
  start(): Promise<void>
  /** SIGINT: a fast shutdown. SIGQUIT: an immediate one, after which it recovers. */
  stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
}

/** Returns the folder of the programs of the newest PostgreSQL that the system has; null without one. */
export const systemBinaries = (): string | null => {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a)) : []
  const folders = versions.map((version) => join(VERSIONS, version, 'bin'))
  try {
    folders.push(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim())
  } catch {
    // Many systems have no `pg_config`.
  }
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Makes a cluster in `parent` with the defaults of `initdb` and a role that owns one database, and starts it. `stop` ends it. */
export const openSystemPostgres = async (binaries: string, parent: string): Promise<SystemPostgres> => {
  const folder = join(parent, 'postgres')
  mkdirSync(folder, { mode: 0o700 })
  const account = accountFor(folder)
  if (account) chownSync(folder, account.uid, account.gid)
  // UTF-8 is what an installation on Debian has; without a locale in the environment, `initdb` would choose another encoding.
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  const options = { cwd: folder, env, ...account }
  execFileSync(join(binaries, 'initdb'), ['-D', join(folder, 'data'), '-U', 'postgres'], {
    ...options,
    stdio: 'ignore',
  })
  const port = await freePort()
  const superuser = `postgres://postgres@127.0.0.1:${port}`
  let child: ChildProcess | null = null

  const connect = async (database = ROLE) => {
    const client = new Client({ connectionString: `${superuser}/${database}` })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const ask = async <Row extends QueryResultRow>(database: string, text: string, values: unknown[] = []) => {
    const client = await connect(database)
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const start = async () => {
    // The folder of its socket would need an account that may write there.
    const words = ['-D', join(folder, 'data'), '-p', String(port), '-k', folder]
    child = spawn(join(binaries, 'postgres'), words, { ...options, stdio: 'ignore' })
    await eventually(() => ask('postgres', 'select 1'), { withinMs: 60_000, what: 'a PostgreSQL that answers' })
  }
  const stop = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  process.once('exit', () => void child?.kill('SIGQUIT'))
  await start()
  await ask('postgres', `create role ${ROLE} login`)
  await ask('postgres', `create database ${ROLE} owner ${ROLE}`)
  const [shown] = await ask<{ server_version: string }>('postgres', 'show server_version')
  return {
    version: shown?.server_version ?? '',
    pid: () => child?.pid ?? 0,
    urlFor: (program) => `postgres://${ROLE}@127.0.0.1:${port}/${ROLE}?application_name=${program}`,
    query: (text, values) => ask(ROLE, text, values),
    connect: () => connect(),
    start,
    stop,
  }
}
