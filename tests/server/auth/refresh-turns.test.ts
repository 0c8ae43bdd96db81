import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOrganization } from '../../../src/server/store/organizations/organizations.ts'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
const answers: Record<string, object> = {
  '/fails': { error: 'server_error' },
  '/garbled': { access_token: 'new', token_type: 'bearer', note: 'a\u0000b\ud83d', 'c\u0000': 1 },
  '/works': { access_token: 'new', token_type: 'bearer' },
  '/fraction': { access_token: 'new', token_type: 'bearer', expires_in: 3600.0005 },
  '/endless': { access_token: 'new', token_type: 'bearer', expires_in: 1e15 },
}
const asked: string[] = []
const provider = createServer(async (request, response) => {
  for await (const _ of request) void _
  asked.push(request.url ?? '')
  const answer = answers[request.url ?? ''] ?? {}
  response.writeHead('error' in answer ? 503 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
})
let url: string
beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  await running.stop()
  provider.closeAllConnections()
  provider.close()
})

const db = () => running.server.services.database.db
const projectOf = async (name: string): Promise<Api> => {
  const account = await addAccount(running, `${name}@example.com`)
  const orgId = name.padEnd(22, '0')
  await createOrganization(db(), { id: orgId, name, accountId: account.id, now: Date.now() })
  const { id } = await createProject(db(), { name, orgId, tags: [], accountId: account.id, now: Date.now() })
  return (await signIn(running.server, account.email, PASSWORD)).api(id)
}
const tokensOf = async (api: Api, path: string, count: number): Promise<string[]> => {
  const { id: auth_id } = await api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Provider' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: ['https://api.example.com'],
      authorize_url: `${url}/authorize`,
      token_url: `${url}${path}`,
      grant_types: ['authorization_code'],
      client_auth: 'none',
    },
    keys: { client_id: 'sonde' },
  })
  const expire_time = new Date(Date.now() + 7_200_000).toISOString()
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const token = { access_token: 'an access token', refresh_token: `r${index}`, expire_time }
      return (await api.post<{ id: string }>('/api/2/tokens/', { meta: { name: `T${index}`, auth_id }, token })).id
    }),
  )
}
const makeDue = (ids: readonly string[], at: number) =>
  sql`update token_refresh set due = ${at} where token_key in (select key from object where id = any(${[...ids]}))`.execute(
    db(),
  )
const dueOf = async (ids: readonly string[]) =>
  (
    await sql<{ failed: number; is_due: boolean }>`
      select failed, due <= ${Date.now()} as is_due from token_refresh join object on key = token_key
      where id = any(${[...ids]})`.execute(db())
  ).rows

test('a token is refreshed in its project’s turn, however many of another project are due before it', async () => {
  const many = await tokensOf(await projectOf('many'), '/fails', 25)
  const [one = ''] = await tokensOf(await projectOf('one'), '/works', 1)
  await makeDue(many, Date.now() - 20_000)
  await makeDue([one], Date.now() - 10_000)
  await eventually(async () => (await dueOf([one])).every(({ is_due }) => !is_due))
  expect(asked.slice(0, 10)).toContain('/works')
}, 30_000)

test('what a provider answers is stored without what the store refuses, and no token stays due', async () => {
  const garbled = await tokensOf(await projectOf('garbled'), '/garbled', 1)
  await makeDue(garbled, Date.now() - 10_000)
  await eventually(async () => (await dueOf(garbled)).every(({ is_due }) => !is_due))
  expect(await dueOf(garbled)).toEqual([])
}, 30_000)

test.each(['/fraction', '/endless'])(
  'a life of a token that is no number of milliseconds is made one: %s',
  async (path) => {
    const ids = await tokensOf(await projectOf(path.slice(1)), path, 1)
    await makeDue(ids, Date.now() - 10_000)
    const expires = await eventually(async () => {
      const { rows } = await sql<{ expires: string; type: string }>`
      select doc ->> 'expires' as expires, doc ->> 'grant' as type from object
      where id = any(${ids}) and (doc ->> 'issued')::numeric > ${Date.now() - 60_000}`.execute(db())
      return asked.includes(path) && rows[0]?.expires
    })
    expect(expires).toMatch(/^\d{13}$/)
  },
  30_000,
)
