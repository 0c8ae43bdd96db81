import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../src/server/configuration.ts'
import { openServer, type Server } from '../../src/server/server.ts'
import { verifyAll } from '../../src/server/store/audit/audit-verification.ts'
import { migrationNames } from '../../src/server/store/core/migrate.ts'
import { emptyDatabase, rowsOf, schemaOf } from '../backup/commands.ts'
import { apiWith } from '../support/api.ts'
import { freshDatabase } from '../support/postgres.ts'
import { ADMIN_KEY, ADMIN_PASSWORD } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { databaseOf, FIXTURE_KEY } from './released.ts'

/** Starts servers on one database at the same moment. */
const startAtOnce = async (count: number, databaseUrl: string): Promise<{ servers: Server[]; log: string[] }> => {
  const log: string[] = []
  const starting = Array.from({ length: count }, () =>
    openServer({
      configuration: readConfiguration(
        {
          PORT: '0',
          DATABASE_URL: databaseUrl,
          SONDE_DATA_DIR: temporaryFolder(),
          SONDE_SECRET_KEY: FIXTURE_KEY,
          SONDE_ADMIN_EMAIL: 'ada@example.com',
          SONDE_ADMIN_PASSWORD: ADMIN_PASSWORD,
          SONDE_ADMIN_API_KEY: ADMIN_KEY,
        },
        (line) => log.push(line),
      ),
      log: (line) => log.push(line),
      onStep: () => {},
      clock: Date.now,
      agent: null,
      checkAnswers: true,
    }),
  )
  const opened = await Promise.allSettled(starting)
  const servers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  onTestFinished(async () => {
    for (const server of servers) await server.stop()
  })
  for (const one of opened) if (one.status === 'rejected') throw one.reason
  return { servers, log }
}

/** What all servers of one installation must agree about. */
const agree = async (servers: readonly Server[], url: string): Promise<void> => {
  expect(new Set(servers.map(({ joinToken }) => joinToken)).size).toBe(1)
  const applied = await rowsOf<{ name: string }>(url, 'select name from kysely_migration order by name')
  expect(applied.map(({ name }) => name)).toEqual(migrationNames)
  for (const { services } of servers)
    for await (const verdict of verifyAll(services.database.db, services.sealing)) expect(verdict?.fault).toBeNull()
}

test('three servers that start at once on an empty database are one installation', async () => {
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const { servers, log } = await startAtOnce(3, empty.url)
  await agree(servers, empty.url)
  const [made] = await rowsOf(
    empty.url,
    `select (select count(*)::int from account) as accounts, (select count(*)::int from organization) as organizations,
      (select count(*)::int from project) as projects, (select count(*)::int from api_key) as keys`,
  )
  expect(made).toEqual({ accounts: 1, organizations: 1, projects: 1, keys: 1 })
  const monitors = await Promise.all(
    servers.map(({ url }) =>
      apiWith(url, ADMIN_KEY).post<{ id: string }>('/api/2/calls/', {
        meta: { name: 'one of each' },
        request: { url: 'http://example.com/' },
      }),
    ),
  )
  for (const { url } of servers)
    for (const { id } of monitors)
      expect(await apiWith(url, ADMIN_KEY).get(`/api/3/monitors/${id}`)).toMatchObject({ id })
  expect(log).toEqual([])
})

test('three servers that start at once on a database of 0.4.0 migrate it once', async () => {
  const url = await databaseOf('0.4.0')
  const { servers, log } = await startAtOnce(3, url)
  await agree(servers, url)
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const [constraints, indexes, triggers] = await schemaOf(url)
  const ofDays = (one: unknown) => !/_2026\d{4}/.test(JSON.stringify(one))
  const today = await schemaOf(fresh.url)
  expect([constraints, indexes, triggers].map((all) => (all as unknown[]).filter(ofDays))).toEqual(today.slice(0, 3))
  for (const server of servers)
    expect((await apiWith(server.url, ADMIN_KEY).get<{ data: unknown[] }>('/api/3/monitors/')).data).toHaveLength(2)
  expect(log).toEqual([])
})
