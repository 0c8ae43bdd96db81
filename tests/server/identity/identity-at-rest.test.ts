import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { openServer, type Server } from '../../../src/server/server.ts'
import { freePort } from '../../support/loopback.ts'
import { authorizeAt, exchangeTokens, signIn } from '../../support/person.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'

const PASSWORD = 'correct horse battery'
let database: FreshDatabase
let dataDir: string
let port: number
let server: Server

const start = async () => {
  server = await openServer({
    configuration: readConfiguration(
      {
        PORT: String(port),
        DATABASE_URL: database.url,
        SONDE_DATA_DIR: dataDir,
        SONDE_ADMIN_EMAIL: 'ada@example.com',
        SONDE_ADMIN_PASSWORD: PASSWORD,
      },
      () => {},
    ),
    log: () => {},
    onStep: () => {},
    clock: Date.now,
    agent: null,
  })
}
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'sonde-identity-'))
  port = await freePort()
  await start()
})
afterAll(async () => {
  await server.stop()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a copy of the store contains nothing to sign in with, and a restart ends no session', async () => {
  const ada = await signIn(server, 'ada@example.com', PASSWORD)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  let all = ''
  for (const { name } of tables.rows) all += JSON.stringify((await client.query(`select * from "${name}"`)).rows)
  await client.end()
  expect(all).toContain('RefreshToken')
  const secrets = [
    PASSWORD,
    ada.refreshToken,
    ada.accessToken,
    decodeJwt(ada.accessToken).jti ?? 'none',
    ...ada.cookies.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)),
  ]
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(10)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  expect(all).not.toMatch(/"d":|"kty"|PRIVATE KEY/)

  await server.stop()
  await start()
  expect((await ada.api().call('GET', '/api/2/account/projects')).status).toBe(200)
  const again = await ada.browser.ask(authorizeAt(server.url, { prompt: 'none' }).address)
  expect(again.headers.get('location')).toContain('code=')
  const renewed = await exchangeTokens(server.url, ada.browser, {
    grant_type: 'refresh_token',
    refresh_token: ada.refreshToken,
  })
  expect(renewed.status).toBe(200)
})
