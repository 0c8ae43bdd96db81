import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseName } from '../../../src/server/postgres/cluster.ts'
import { type EmbeddedPostgres, openPostgres } from '../../../src/server/postgres/open.ts'
import { readPassword } from '../../../src/server/postgres/password.ts'
import { isAlive, query } from '../../support/postgres-process.ts'
import { isRoot, noOtherAccount, temporaryFolder } from '../../support/temporary.ts'

const QUICK = { fsync: 'off' }

/** Opens a database that need not outlive a power cut; with other settings it is the product's own. */
const open = async (
  dataDir: string,
  settings: Record<string, string> = QUICK,
): Promise<EmbeddedPostgres & { log: string[] }> => {
  const log: string[] = []
  const postgres = await openPostgres({ dataDir, settings, log: (line) => log.push(line), onStep: () => undefined })
  onTestFinished(postgres.stop)
  return { ...postgres, log }
}

const processesOf = async (postgres: EmbeddedPostgres): Promise<number[]> => {
  const rows = await query(postgres.url, 'select pid from pg_stat_activity')
  return [postgres.pid(), ...rows.map((row) => Number(row.pid))]
}

test('data survives a restart, and no process is left in between', async () => {
  const dataDir = temporaryFolder()
  const first = await open(dataDir)
  await query(first.url, 'create table kept as select 42 as answer')
  const processes = await processesOf(first)
  await first.stop()
  expect(processes.length).toBeGreaterThan(4)
  expect(processes.filter(isAlive)).toEqual([])
  const second = await open(dataDir)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('the database loses nothing in a power cut, keeps UTC, and is UTF-8 in a fixed order', async () => {
  const dataDir = temporaryFolder()
  const { url } = await open(dataDir, {})
  // Some settings are shown to the superuser alone.
  const superuser = Object.assign(new URL(url), { username: databaseName, password: readPassword(dataDir) }).href
  const shown = async (name: string) => (await query(superuser, `select current_setting('${name}') as value`))[0]?.value
  const expected = {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    TimeZone: 'UTC',
    server_encoding: 'UTF8',
    jit: 'off',
    shared_buffers: '64MB',
    max_connections: '60',
    max_wal_size: '512MB',
    wal_compression: 'pglz',
    unix_socket_directories: '',
    listen_addresses: '127.0.0.1',
  }
  for (const [name, value] of Object.entries(expected)) expect([name, await shown(name)]).toEqual([name, value])
  expect(await query(url, "select datcollate from pg_database where datname = 'sonde'")).toEqual([{ datcollate: 'C' }])
})

test('connections require the password, which only the owner of the data directory can read', async () => {
  const dataDir = temporaryFolder()
  const { url } = await open(dataDir)
  expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  expect(url).not.toContain('postgres.password')
  for (const password of ['', 'x', 'sonde']) {
    await expect(query(Object.assign(new URL(url), { password }).href, 'select 1')).rejects.toThrow()
  }
  expect(readdirSync(join(dataDir, 'owner'))).toHaveLength(1)
})

test('PostgreSQL restarts on the same port after it was killed, with all committed data', async () => {
  const postgres = await open(temporaryFolder())
  await query(postgres.url, 'create table kept as select 42 as answer')
  const killed = postgres.pid()
  const exit = new Promise((resolve) => postgres.onExit(resolve))
  process.kill(killed, 'SIGKILL')
  expect(await exit).toEqual({ code: null, signal: 'SIGKILL' })
  const answer = await expect.poll(() => query(postgres.url, 'select answer from kept').catch(() => []), {
    timeout: 30_000,
  })
  await answer.toEqual([{ answer: 42 }])
  expect(postgres.pid()).not.toBe(killed)
  const processes = await processesOf(postgres)
  await postgres.stop()
  expect(processes.filter(isAlive)).toEqual([])
})

test('a stop that meets a restart leaves nothing running', async () => {
  const dataDir = temporaryFolder()
  const postgres = await open(dataDir)
  const exit = new Promise((resolve) => postgres.onExit(resolve))
  process.kill(postgres.pid(), 'SIGKILL')
  await exit
  await postgres.stop()
  expect(isAlive(postgres.pid())).toBe(false)
  await (await open(dataDir)).stop()
})

test('an interrupted first start is simply repeated', async () => {
  const dataDir = temporaryFolder()
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')
  const { url } = await open(dataDir)
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir)).not.toContain('postgres.new')
})

test('the settings hold where root writes files that only root may read', async ({ skip }) => {
  if (noOtherAccount) skip(noOtherAccount)
  const dataDir = temporaryFolder()
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  const jit = async ({ url }: EmbeddedPostgres) => (await query(url, 'show jit'))[0]
  const first = await open(dataDir)
  expect(await jit(first)).toEqual({ jit: 'off' })
  await first.stop()
  // As a version wrote it that left its mode to the umask.
  chmodSync(join(dataDir, 'postgres/sonde.conf'), 0o600)
  expect(await jit(await open(dataDir))).toEqual({ jit: 'off' })
})

test.skipIf(!isRoot)('root keeps its data in the chosen directory, even one that only root may enter', async () => {
  const home = mkdtempSync('/root/sonde-test-')
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  chmodSync(home, 0o700)
  const dataDir = join(home, 'data')
  const first = await open(dataDir)
  await query(first.url, 'create table kept as select 42 as answer')
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(65534)
  await first.stop()
  const second = await open(dataDir)
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  process.kill(second.pid(), 'SIGKILL')
  await expect
    .poll(() => query(second.url, 'select answer from kept').catch(() => []), { timeout: 30_000 })
    .toEqual([{ answer: 42 }])
})
