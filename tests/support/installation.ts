import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { clusterIn, databaseName } from '../../src/server/postgres/cluster.ts'
import { readPassword } from '../../src/server/postgres/password.ts'
import { type Api, apiWith } from './api.ts'
import { eventually } from './eventually.ts'
import { familyOf } from './family.ts'
import { freePort } from './loopback.ts'
import type { Programs } from './programs.ts'

/** The password of the first site admin, ada@example.com. */
export const ADMIN_PASSWORD = 'correct horse battery'
const KEY = 'Installation-Key-0123456789-abcdef'

/** A real installation: the built server as a process with its own PostgreSQL and agent, in a folder that goes with it. */
export type Installation = {
  /** Calls with an OWNER key; stays good through restarts. */
  readonly api: Api
  readonly folder: string
  readonly joinToken: string
  /** Asks the database itself, on a connection of its own. */
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The database's address now; a restart changes it. */
  databaseUrl(): string
  serverPid(): number
  postgresPid(): number
  /** The embedded agent's; undefined while there is none. */
  agentPid(): number | undefined
  /** Everything that runs. */
  pids(): number[]
  /** What the server printed since it was started last. */
  output(): string
  /** Starts the server and waits until it says that it is ready. */
  start(): Promise<void>
  /** Waits until its health is good. */
  healthy(): Promise<void>
  kill(): Promise<void>
  close(): Promise<void>
}

/** `parent`: where its folder is made, such as a small disk. With a `DATABASE_URL` it starts no PostgreSQL of its own. */
export const openInstallation = async (
  programs: Programs,
  env: Record<string, string> = {},
  parent = tmpdir(),
): Promise<Installation> => {
  const folder = mkdtempSync(join(parent, 'sonde-installation-'))
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const api = apiWith(`http://127.0.0.1:${port}`, KEY)
  let child: ChildProcess | null = null
  let said = ''

  const postmaster = (): string[] => readFileSync(join(clusterIn(dataDir), 'postmaster.pid'), 'utf8').split('\n')
  const databaseUrl = () =>
    env.DATABASE_URL ??
    `postgres://${databaseName}:${readPassword(dataDir)}@127.0.0.1:${postmaster()[3]?.trim()}/${databaseName}`
  const postgresPid = () => Number(postmaster()[0])
  const serverPid = () => child?.pid ?? 0

  const start = async () => {
    const started = spawn(process.execPath, [programs.server], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        PORT: String(port),
        SONDE_DATA_DIR: dataDir,
        SONDE_ADMIN_EMAIL: 'ada@example.com',
        SONDE_ADMIN_PASSWORD: ADMIN_PASSWORD,
        SONDE_ADMIN_API_KEY: KEY,
        SONDE_LIMITS: 'off',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    said = ''
    await new Promise<void>((resolve, reject) => {
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (part) => {
          said = (said + part).slice(-65_536)
          if (said.includes('Sonde is ready')) resolve()
        })
      started.once('close', (code) => reject(new Error(`The server ended with ${code} before it was ready:\n${said}`)))
    })
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  // Whoever forgets to close it, or ends in the middle, leaves nothing running.
  const leave = () => void child?.kill('SIGTERM')
  process.once('exit', leave)
  const close = async () => {
    await end('SIGTERM')
    process.off('exit', leave)
    rmSync(folder, { recursive: true, force: true })
  }

  await start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    api,
    folder,
    joinToken: readFileSync(join(dataDir, 'join-token'), 'utf8').trim(),
    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
      const client = new Client({ connectionString: databaseUrl() })
      client.on('error', () => undefined)
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end().catch(() => undefined)
      }
    },
    databaseUrl,
    serverPid,
    postgresPid,
    agentPid: () => familyOf(serverPid()).find((pid) => commandOf(pid).includes(programs.agent)),
    output: () => said,
    pids: () => [...new Set([...familyOf(serverPid()), ...familyOf(postgresPid())])],
    start,
    healthy: async () => {
      await eventually(async () => (await api.call('GET', '/api/health')).status === 200, {
        withinMs: 30_000,
        what: 'a healthy server',
      }).catch((cause: unknown) => {
        throw new Error(`The server is not well; it said:\n${said}`, { cause })
      })
    },
    kill: () => end('SIGKILL'),
    close,
  }
}

const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
