import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { type SignedIn, signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

const TURNED = 'Acme \u202eevil'
const DECOMPOSED = 'Zoe\u0308'

let running: TestServer
let ada: SignedIn
beforeAll(async () => {
  running = await startServer()
  ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
})
afterAll(() => running.stop())

const page = (title: string, name: string) => ({
  slug: 'acme',
  published: false,
  title,
  components: [{ name, tags: ['all'] }],
})

test('names that strangers see have no characters that hide, and one spelling', async () => {
  const api = ada.api()
  const writes: [string, object, (string | number)[]][] = [
    ['/api/2/account/', { name: TURNED }, ['name']],
    ['/api/2/account/', { nickname: TURNED }, ['nickname']],
    ['/api/2/organizations/', { name: TURNED }, ['name']],
    ['/api/2/account/projects', { name: TURNED }, ['name']],
    ['/api/3/project/status-page/', page(TURNED, 'Shop'), ['title']],
    ['/api/3/project/status-page/', page('Acme', TURNED), ['components', 0, 'name']],
  ]
  for (const [path, body, field] of writes) {
    const answer = await (path.startsWith('/api/3/') ? running.api : api).call('POST', path, body)
    const { fields, detail } = Object(answer.body)
    expect(answer.status, path).toBe(422)
    const located: { loc: unknown }[] = fields ?? detail
    expect(
      located.flatMap(({ loc }) => loc),
      path,
    ).toEqual(field)
  }
  const made = await api.post<{ name: string }>('/api/2/organizations/', { name: DECOMPOSED })
  expect(made.name).toBe('Zoë')
})

test('a stored name stays valid', async () => {
  const organization = await ada.api().post<{ id: string }>('/api/2/organizations/', { name: 'Acme' })
  const { db } = running.server.services.database
  await db.updateTable('organization').set({ name: TURNED }).where('id', '=', organization.id).execute()
  const changed = await ada
    .api()
    .call('POST', `/api/2/organizations/${organization.id}/`, { name: TURNED, tags: ['kept'] })
  expect([changed.status, changed.body]).toMatchObject([200, { name: TURNED }])
})

test('a stored name of a component stays valid, and a text elsewhere is no stored name', async () => {
  const save = (name: string, description = '') =>
    running.api.call('POST', '/api/3/project/status-page/', {
      ...page('Acme', name),
      components: [{ name, description, tags: ['all'] }],
    })
  expect(await save('Shop', TURNED)).toMatchObject({ status: 200 })
  expect(await save(TURNED)).toMatchObject({ status: 422 })
  const { db } = running.server.services.database
  const stored = await db.selectFrom('status_page').select('doc').executeTakeFirstOrThrow()
  const doc = JSON.stringify(stored.doc).replace('"Shop"', JSON.stringify(TURNED))
  await db.updateTable('status_page').set({ doc }).execute()
  expect(await save(TURNED, 'Changed')).toMatchObject({ status: 200, body: { components: [{ name: TURNED }] } })
})

test('an agent whose place has such a name joins without those characters', async () => {
  await joinAgent(running.api, running.server.joinToken, 'far', { name: 'Far\u0007 away\u202e' })
  const { body } = await running.api.call('GET', '/api/2/agents/info')
  expect(JSON.stringify(body)).toContain('"Far away"')
})
