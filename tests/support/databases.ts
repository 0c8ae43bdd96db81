import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'

const template = 'sonde_template'
/** What makes tests fast and would lose data in a power cut. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

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
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-test-'))
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
  return {
    create: async () => {
      const name = `test_${randomUUID().replaceAll('-', '')}`
      await execute(superuser, `create database ${name} template ${template} owner ${serverRole}`)
      return { name, url: named(postgres.url, name) }
    },
    drop: (name: string) => execute(superuser, `drop database if exists ${name} with (force)`),
    close: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
