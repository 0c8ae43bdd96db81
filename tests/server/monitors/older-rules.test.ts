import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/store/core/database.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let database: Database
beforeAll(async () => {
  running = await startServer()
  database = openDatabase(running.databaseUrl, { connections: 1 })
})
afterAll(async () => {
  await database.close()
  await running.stop()
})

type Monitor = { id: string; request: Record<string, unknown> }
type Conditions = { meta: Record<string, unknown>; conditions: Record<string, unknown>[] }
type Older = { id: string; name: string; rules: { rule: string; differences: string[] }[] }

const price = { source: 'json', property: '$.price', condition: 'eq', val: '1.10' }
const judge = (id: string, set: object) => running.api.post<Conditions>(`/api/2/calls/${id}/conditions/`, set)
const create = async (name: string, request: object) => {
  const { id } = await running.api.post<Monitor>('/api/2/calls/', { meta: { name }, request })
  await judge(id, { meta: {}, conditions: [price] })
  return id
}
/** Makes documents as a release before 0.6 stored them. */
const age = (...ids: string[]) =>
  sql`update object set doc = doc #- '{request,redirect_method}' #- '{request,unset_variables}' #- '{conditions,meta,numeric_texts}'
    where id = any(${ids}::text[])`.execute(database.db)
const older = async (query = '') =>
  running.api.get<{ meta: { next_cursor: string | null }; data: Older[] }>(`/api/3/monitors/older-rules${query}`)

test('monitors from before are listed with what would differ, by their names and page by page, until they have the new rules', async () => {
  const cart = await create('Cart', { method: 'DELETE', url: 'https://example.com/{{ CART }}' })
  const prices = await create('Prices', { url: 'https://example.com/prices' })
  await create('New', { url: 'https://example.com/new' })
  await age(cart, prices)

  const texts = {
    rule: 'numeric_texts',
    differences: ['A text in JSON would be compared as a text: JSON value $.price equals 1.10.'],
  }
  const ofPrices = {
    id: prices,
    name: 'Prices',
    url: 'https://example.com/prices',
    rules: [{ rule: 'redirect_method', differences: [] }, { rule: 'unset_variables', differences: [] }, texts],
  }
  const { data } = await older()
  expect(data).toEqual([
    ofPrices,
    {
      id: cart,
      name: 'Cart',
      url: 'https://example.com/{{ CART }}',
      rules: [
        {
          rule: 'redirect_method',
          differences: ['After 301 and 302 it would repeat DELETE with its body. It sends GET without one now.'],
        },
        {
          rule: 'unset_variables',
          differences: [
            'CART has no value in its environment. A run that is not given it would fail before it is sent.',
          ],
        },
        texts,
      ],
    },
  ])
  expect((await older('?search=cart')).data.map(({ name }) => name)).toEqual(['Cart'])
  const first = await older('?limit=1')
  expect(first.data).toEqual([ofPrices])
  const second = await older(`?limit=1&cursor=${first.meta.next_cursor}`)
  expect(second.data.map(({ name }) => name)).toEqual(['Cart'])

  // The rule of the conditions stays through every change that does not name it.
  const kept = await running.api.get<Conditions>(`/api/2/calls/${prices}/conditions/`)
  expect(kept.meta).toMatchObject({ numeric_texts: 'number' })
  expect(await judge(prices, { meta: {}, conditions: [price, price] })).toMatchObject({
    meta: { numeric_texts: 'number' },
  })
  await running.api.post(`/api/2/calls/${prices}/`, {
    request: { redirect_method: 'keep', unset_variables: 'fail' },
  })
  expect((await older('?search=prices')).data[0]?.rules).toEqual([
    { ...texts, differences: [...texts.differences, ...texts.differences] },
  ])
  await judge(prices, { meta: { numeric_texts: 'text' }, conditions: [price] })
  expect((await older()).data.map(({ name }) => name)).toEqual(['Cart'])
})

test('conditions of a project keep their rule while others are added, and an empty set takes the new one', async () => {
  const path = '/api/2/conditions/'
  expect(await running.api.get<Conditions>(path)).toMatchObject({ meta: { numeric_texts: 'text' } })
  await running.api.post(path, { meta: { groups: ['body'] }, conditions: [price] })
  await sql`update object set doc = doc - 'numeric_texts' where kind = 'project-conditions'`.execute(database.db)
  const changed = await running.api.post<Conditions>(path, {
    meta: { groups: ['status'] },
    conditions: [{ source: 'http_code', condition: 'eq', val: '200' }],
  })
  expect(changed.meta).toMatchObject({ numeric_texts: 'number' })
  const switched = await running.api.post<Conditions>(path, {
    meta: { groups: ['body'], numeric_texts: 'text' },
    conditions: [price],
  })
  expect(switched.meta).toMatchObject({ numeric_texts: 'text' })
})
