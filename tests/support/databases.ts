import { randomUUID } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const template = 'sonde_template'
/** What makes tests fast and would lose data in a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
}

/** Databases that are made ahead, so that a test file waits for none. */
const SPARES = 2

/** Enough for the databases of a whole run, with room to spare. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** The folder for what a test run forgets: the memory's own file system where there is a large one, else the disk. */
const quickFolder = (): string => {
  const memory = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > ENOUGH_BYTES ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const named = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Starts a PostgreSQL that gives migrated, empty databases to tests. */
export const openDatabases = async () => {
  const [{ openPostgres }, { migrate }, { readPassword }, { databaseName }, { serverRole }] = await Promise.all([
    import('../../src/server/postgres/open.ts'),
    import('../../src/server/store/core/migrate.ts'),
    import('../../src/server/postgres/password.ts'),
    import('../../src/server/postgres/cluster.ts'),
    import('../../src/server/postgres/server-role.ts'),
  ])
  const dataDir = await mkdtemp(join(quickFolder(), 'sonde-test-'))
  const log: string[] = []
  const postgres = await openPostgres({ dataDir, settings, log: (line) => log.push(line), onStep: () => undefined })
  const superuser = Object.assign(new URL(postgres.url), {
    username: databaseName,
    password: readPassword(dataDir),
  }).href
  // For tests that tamper with what triggers protect.
  await execute(superuser, `grant set on parameter session_replication_role to ${serverRole}`)
  await execute(superuser, `create database ${template} owner ${serverRole}`)
  await migrate(named(postgres.url, template))
  const make = async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    // Copied file by file: the default writes each page into the log first, and takes five times as long.
    await execute(superuser, `create database ${name} template ${template} strategy file_copy owner ${serverRole}`)
    return { name, url: named(postgres.url, name) }
  }
  // One after another, so that what is made ahead does not hold up a test that runs.
  let last: Promise<unknown> = Promise.resolve()
  const after = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const spares: ReturnType<typeof make>[] = []
  const prepare = () => {
    while (spares.length < SPARES) spares.push(after(make))
  }
  return {
    /** Gives a database that nobody has had. `isLast`: no spare is made in its place. */
    create: async ({ isLast = false } = {}) => {
      const made = spares.shift() ?? after(make)
      if (!isLast) prepare()
      return made
    },
    drop: (name: string) => after(() => execute(superuser, `drop database if exists ${name} with (force)`)),
    close: async () => {
      await last
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
