import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest'
import { contract, type ProductContract } from '../../../src/contract/contract.ts'
import { type Client, clientOf } from '../../../src/contract/core/client.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let client: Client<ProductContract>
beforeAll(async () => {
  running = await startServer()
  client = clientOf(contract, async ({ method, path, body }) => {
    const answer = await running.api.call(method, path, body)
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body))
    return answer.body
  })
})
afterAll(() => running.stop())

test('the client calls every endpoint by name with the contract’s types', async () => {
  const monitor = await client['monitor.create']({
    body: { meta: { name: 'one' }, request: { url: 'https://example.com/' } },
  })
  expectTypeOf(monitor.meta.tags).toEqualTypeOf<string[]>()
  const changed = await client['monitor.update']({ params: { id: monitor.id }, body: { meta: { name: 'two & more' } } })
  expect(changed.meta.name).toBe('two & more')
  const found = await client['monitor.list']({ query: { search: 'two & more', limit: 5 } })
  expect(found.data.map(({ id }) => id)).toEqual([monitor.id])
  expect((await client['health.read']()).status).toBe('ready')
  await client['monitor.remove']({ params: { id: monitor.id } })
  await expect(client['monitor.read']({ params: { id: monitor.id } })).rejects.toThrow('no such monitor')
})

test('a call without its id, or to an unknown endpoint, does not compile and throws', async () => {
  // @ts-expect-error the id is missing
  expect(() => client['monitor.read']({ params: {} })).toThrow('needs id')
  // @ts-expect-error no such endpoint
  expect(client['monitor.lost']).toBeUndefined()
})
