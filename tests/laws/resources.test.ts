import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from '../../src/contract/core/endpoint.ts'
import { resources } from '../../src/contract/resources.ts'
import { managedBody, managedRoute, managedSamples } from '../support/managed-kinds.ts'
import { startServer, type TestServer } from '../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Object = Record<string, unknown> & { id: string }

/** The object without what moves by itself. */
const settled = (object: Object): unknown =>
  JSON.parse(
    JSON.stringify(object, (key, value) => (['last_update', 'next_run', 'secret'].includes(key) ? undefined : value)),
  )

/** The body or object with each of its names replaced. */
const withName = (object: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(object), (key, value) => (key === 'name' && typeof value === 'string' ? name : value))

describe.each(Object.values(resources))('$name', (resource) => {
  const pathOf = (verb: string, id = '') => managedRoute(resource.name, verb, id)
  const call = async (verb: string, id?: string, body?: unknown, headers?: Record<string, string>) => {
    const [method, path] = pathOf(verb, id)
    return running.api.call(method, path, body, headers)
  }
  const { update } = managedSamples[resource.name]
  // Made once: what it needs is made with it.
  let body: ReturnType<typeof managedBody> | null = null
  const create = async (headers?: Record<string, string>) => {
    body ??= managedBody(running.api, resource.name)
    const answer = await call('create', '', await body, headers)
    expect(answer.status).toBe(201)
    return answer.body as Object
  }
  const endpoints: Contract = resource.endpoints
  const rows = endpoints[`${resource.name}.list`]?.lists ?? 'data'
  const rowsOf = (body: unknown) => (body as Record<typeof rows, Object[]>)[rows]
  const listed = async (id: string) => rowsOf((await call('list')).body).find((one) => one.id === id)

  test('what was created is in the list, as it was answered', async () => {
    const created = await create()
    expect(settled((await listed(created.id)) ?? { id: '' })).toEqual(settled(created))
  })

  test('a search finds it by part of its name, by its slug, and by nothing else', async () => {
    const { id } = await create()
    const renamed = (await call('update', id, update)).body as Object & { meta?: { name?: string }; name?: string }
    const name = renamed.name ?? renamed.meta?.name ?? ''
    const [method, path] = pathOf('list')
    const found = async (search: string) => {
      const { body } = await running.api.call(method, `${path}?search=${encodeURIComponent(search)}`)
      return rowsOf(body).some((one) => one.id === id)
    }
    const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
    const answers = await Promise.all([name.toUpperCase().slice(1), slug, `${name} %`, '_'].map(found))
    expect({ name, answers }).toEqual({ name, answers: [true, true, false, false] })
  })

  test('what was read can be sent back unchanged, and stays as it was, its secrets too', async () => {
    const created = await create()
    const read = await listed(created.id)
    const answer = await call('update', created.id, read)
    expect(answer).toMatchObject({ status: 200 })
    expect(settled(answer.body as Object)).toEqual(settled(created))
  })

  test('a name with control characters is refused, but one that is stored already can be sent back', async () => {
    const created = await create()
    const { db } = running.server.services.database
    const stored = 'Old\u0085name'
    await db.updateTable('object').set({ name: stored }).where('id', '=', created.id).execute()
    const read = (await listed(created.id)) ?? created
    expect(JSON.stringify(read)).toContain(JSON.stringify(stored))
    expect(await call('update', created.id, read)).toMatchObject({ status: 200 })
    for (const [verb, id, sent] of [
      ['update', created.id, read],
      ['create', '', await body],
    ] as const) {
      const refused = await call(verb, id, withName(sent, 'New\u0085name'))
      expect(refused, verb).toMatchObject({ status: 422 })
      expect(JSON.stringify(refused.body)).toContain('name must be one line of text without control characters.')
    }
    expect(settled((await listed(created.id)) ?? read)).toEqual(settled(read))
  })

  test('an update changes what it names, and leaves the rest', async () => {
    const created = await create()
    const { body } = await call('update', created.id, update)
    const merged = (before: unknown, after: unknown): unknown =>
      typeof before === 'object' && before !== null && typeof after === 'object' && after !== null
        ? {
            ...before,
            ...Object.fromEntries(
              Object.entries(after).map(([key, value]) => [
                key,
                merged((before as Record<string, unknown>)[key], value),
              ]),
            ),
          }
        : after
    const expected = merged(created, update) as Object
    if ('frequency' in expected) expected.frequency = 86_400
    if ('meta' in expected && 'request' in expected) (expected.meta as Record<string, unknown>).domain = 'example.com'
    expect(settled(body as Object)).toEqual(settled(expected))
  })

  test('a change that is based on an older version is refused, and changes nothing', async () => {
    const created = await create()
    const versionOf = (object: Object) =>
      object.last_update ?? (object.meta as { last_update: string } | undefined)?.last_update
    const opened = versionOf(created)
    const theirs = await call('update', created.id, { ...update, if_last_update: opened })
    expect(theirs.status).toBe(200)
    const stale = await call('update', created.id, { ...update, if_last_update: opened })
    expect(stale).toMatchObject({ status: 409 })
    expect(JSON.stringify(stale.body)).toContain('was changed after you opened it.')
    expect(await listed(created.id)).toEqual(theirs.body)
    const again = await call('update', created.id, { ...update, if_last_update: versionOf(theirs.body as Object) })
    expect(again.status).toBe(200)
  })

  test('a create that is repeated with its Idempotency-Key makes one object, and answers the same', async () => {
    const key = { 'idempotency-key': `${resource.name}-1` }
    const all = await Promise.all([create(key), create(key), create(key)])
    expect(new Set(all.map((one) => one.id)).size).toBe(1)
    const before = await call('list')
    expect(await create(key)).toEqual(all[0])
    expect((await call('list')).body).toEqual(before.body)
  })

  test('a page ends where the next begins, and all pages together are the list', async () => {
    const made = [await create(), await create(), await create()].map((one) => one.id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const [, path] = pathOf('list')
      const page: { meta: { more: boolean; next_cursor: string | null } } = await running.api.get(
        `${path}?limit=1${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect(page.meta.more).toBe(page.meta.next_cursor !== null)
      seen.push(...rowsOf(page).map((one) => one.id))
      cursor = page.meta.next_cursor
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((id) => made.includes(id))).toEqual(made.reverse())
  })

  test('what was removed is gone, and removing it again says so', async () => {
    const { id } = await create()
    expect((await call('remove', id)).status).toBe(204)
    expect(await listed(id)).toBeUndefined()
    expect((await call('remove', id)).status).toBe(404)
    expect((await call('update', id, {})).status).toBe(404)
  })

  test('every write leaves one entry in the audit log, and a refused one leaves none', async () => {
    const { db } = running.server.services.database
    const { id } = await create()
    await call('update', id, update)
    await call('update', id, { no_such_field: 1 })
    await call('remove', id)
    const rows = await db.selectFrom('audit').select(['action', 'resource']).orderBy('key').execute()
    const mine = rows.filter((row) => (row.resource as { id: string }).id === id)
    expect(mine.map((row) => row.action)).toEqual(
      ['create', 'update', 'delete'].map((verb) => `${resource.name}.${verb}`),
    )
  })
})
