import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let api: Api
let nobody: Api
let callId: string
beforeAll(async () => {
  running = await startServer()
  api = running.api
  nobody = api.as('')
  callId = await monitor('Internal orders', ['critical'])
})
afterAll(() => running.stop())

const PATH = '/api/3/project/status-page/'

const monitor = async (name: string, tags: string[] = []): Promise<string> =>
  (
    await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name, tags },
      request: {
        url: 'https://internal.example.com/orders?key=hidden',
        headers: [{ key: 'X-Hidden', value: 'hidden' }],
      },
    })
  ).id

type Stored = { slug: string; last_update: string | null; url: string; components: { monitors: string[] }[] }

const settings = (more: object = {}) => ({
  published: true,
  slug: 'shop',
  title: 'Shop',
  components: [{ name: 'Orders', monitors: [callId] }],
  ...more,
})
const save = (more: object = {}) => api.call('POST', PATH, settings(more))
const fieldsOf = ({ body }: Answer): string[] =>
  (body as { detail: { loc: (string | number)[] }[] }).detail.map(({ loc }) => loc.join('.'))
const visit = (path: string, headers: Record<string, string> = {}) => nobody.call('GET', path, undefined, headers)

test('a project without a status page is suggested one, and nothing is published', async () => {
  const suggested = await api.get<Stored>(PATH)
  expect(suggested).toMatchObject({ published: false, last_update: null, components: [] })
  expect((await visit(`/status/${suggested.slug}`)).status).toBe(404)
})

test('a published page says the public names and states, and nothing else of its monitors', async () => {
  expect(
    (await save({ description: 'All about it', components: [{ name: 'Orders', tags: ['critical'] }] })).status,
  ).toBe(200)
  const page = await visit('/status/shop')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('set-cookie')).toBeNull()
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
  const json = await visit('/status/shop.json')
  const feed = await visit('/status/shop.rss')
  expect(json.body).toMatchObject({
    page: { title: 'Shop', description: 'All about it' },
    // Its monitor was never run, and must not look well.
    status: { state: 'unknown', sentence: 'No current data for the component.' },
    components: [{ name: 'Orders', state: 'unknown', availability: null }],
  })
  expect(String(page.body)).toContain('No data')
  const { owner } = (await api.get<{ meta: { owner: string } }>(`/api/2/calls/${callId}/`)).meta
  const { id: projectId } = (await api.get<{ project: { id: string } }>('/api/2/project/')).project
  for (const hidden of ['Internal orders', 'internal.example.com', 'X-Hidden', 'critical', callId, owner, projectId])
    for (const answer of [page, json, feed]) expect(JSON.stringify(answer.body)).not.toContain(hidden)
})

test('what people typed is escaped in the page and the feed', async () => {
  const seen = `"><script>alert(1)</script>&']]>`
  const hostile = `${seen}\u0001`
  expect(
    (
      await save({
        title: seen,
        description: hostile,
        home_url: 'https://example.com/?a="><script>',
        components: [{ name: seen, group: seen, description: hostile, monitors: [callId] }],
      })
    ).status,
  ).toBe(200)
  for (const path of ['/status/shop', '/status/shop.rss']) {
    const body = String((await visit(path)).body)
    expect(body).not.toContain('<script>')
    expect(body).toContain('&lt;script&gt;alert(1)')
  }
  expect(String((await visit('/status/shop.rss')).body)).not.toContain('\u0001')
  const refused = await save({ home_url: 'javascript:alert(1)' })
  expect(fieldsOf(refused)).toEqual(['home_url'])
})

test('a visitor who has the page gets 304, of each of its forms', async () => {
  await save()
  for (const path of ['/status/shop', '/status/shop.json', '/status/shop.rss']) {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await visit(path, { 'accept-encoding': encoding })
      expect(first.headers.get('cache-control')).toBe('public, max-age=5, stale-while-revalidate=30')
      expect(first.headers.get('vary')).toBe('accept-encoding')
      const etag = first.headers.get('etag') ?? ''
      const again = await visit(path, { 'accept-encoding': encoding, 'if-none-match': `"other", W/${etag}` })
      expect([again.status, again.body]).toEqual([304, ''])
    }
    const modified = (await visit(path)).headers.get('last-modified') ?? ''
    expect((await visit(path, { 'if-modified-since': modified })).status).toBe(304)
    expect((await visit(path, { 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200)
    // An entity tag counts more than a time.
    expect((await visit(path, { 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200)
  }
})

test('the slug is of one project alone, and the page moves and closes with it', async () => {
  await save({ slug: 'old-name' })
  expect((await visit('/status/old-name')).status).toBe(200)
  await save({ slug: 'new-name' })
  expect([(await visit('/status/old-name')).status, (await visit('/status/new-name')).status]).toEqual([404, 200])
  await save({ slug: 'new-name', published: false })
  expect((await visit('/status/new-name')).status).toBe(404)
  for (const slug of ['', '-a', 'A', 'a--b', 'ä', 'x'.repeat(61)])
    expect(fieldsOf(await save({ slug }))).toEqual(['slug'])
  await running.server.services.database.db
    .insertInto('project')
    .values({ id: 'other', org_id: null, name: 'Other', doc: '{}', created: 0, last_update: 0 })
    .execute()
  await running.server.services.database.db
    .insertInto('status_page')
    .expression((one) =>
      one
        .selectFrom('project')
        .where('id', '=', 'other')
        .select(({ lit, val }) => [
          'key as project_key',
          val('taken').as('slug'),
          lit(false).as('published'),
          lit(false).as('subscribing'),
          val('{}').as('doc'),
          lit(0).as('created'),
          lit(0).as('last_update'),
        ]),
    )
    .columns(['project_key', 'slug', 'published', 'subscribing', 'doc', 'created', 'last_update'])
    .execute()
  const refused = await save({ slug: 'taken' })
  expect([refused.status, fieldsOf(refused)]).toEqual([422, ['slug']])
})

test('a save over another version is refused, and unknown monitors are named', async () => {
  const { last_update: version } = await api.get<Stored>(PATH)
  expect((await save({ if_last_update: version })).status).toBe(200)
  expect((await save({ if_last_update: version })).status).toBe(409)
  expect((await save({ if_last_update: null })).status).toBe(409)
  const wrong = await save({
    components: [{ name: 'A', monitors: ['nothing'] }, { name: 'A', tags: ['x'] }, { name: 'B' }],
  })
  expect(fieldsOf(wrong)).toEqual(['components.1.name', 'components.2.monitors', 'components.0.monitors.0'])
})

test('a preview says what the page would, and publishes nothing', async () => {
  const { last_update: _, ...draft } = settings({ slug: 'preview', title: 'Preview' }) as Record<string, unknown>
  expect(await api.post(`${PATH}preview`, draft)).toMatchObject({
    page: { title: 'Preview' },
    components: [{ name: 'Orders', state: 'unknown' }],
  })
  expect((await visit('/status/preview')).status).toBe(404)
})

test('while an incident is open the page does not say that there was none', async () => {
  await save()
  expect(String((await visit('/status/shop')).body)).toContain('No incidents in the past 14 days.')
  const { id } = await api.post<{ id: string }>('/api/3/incidents/', { title: 'Orders are slow' })
  await api.post(`/api/3/incidents/${id}/publish`, {})
  await save({ description: 'A changed page is put together at once' })
  const page = String((await visit('/status/shop')).body)
  expect(page).toContain('Orders are slow')
  expect(page).toContain('No incidents ended in the past 14 days.')
  expect(page).not.toContain('No incidents in the past 14 days.')
})

test('other methods and addresses below it find no page', async () => {
  await save()
  for (const path of ['/status/shop/x', '/status/-', '/status/-/confirm/short', '/status/shop.html'])
    expect([path, (await visit(path)).status]).toEqual([path, 404])
  expect((await nobody.call('DELETE', '/status/shop')).status).toBe(404)
  const head = await fetch(`${nobody.base}/status/shop`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})
