import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordFields, restoreFields } from '../../../src/commands/core/undo/stored-fields.ts'
import type { World } from '../../../src/commands/core/world.ts'
import type { EndpointName } from '../../../src/contract/contract.ts'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import { exampleWorld } from '../../commands/world.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

type Monitor = {
  id: string
  request: { url: string; parameters: { key: string; value: string }[] } & Record<string, unknown>
}

const create = (request: object) =>
  running.api.post<Monitor>('/api/2/calls/', {
    meta: { name: 'Shop' },
    request: { url: 'http://localhost/ok', ...request },
  })
const read = (id: string) => running.api.get<Monitor>(`/api/3/monitors/${id}`)

/** Changes the request of a monitor as a command does, and returns what is recorded to undo it. */
const change = async (id: string, request: object) => {
  const call = (operation: EndpointName, { body }: { body?: unknown } = {}) =>
    operation === 'monitor.read' ? read(id) : running.api.post(`/api/2/calls/${id}/`, body as object)
  const world = Object.assign(Object.create(exampleWorld({ focus: null }).world), { call }) as World
  const input = { params: { id }, body: { request } }
  const { step } = await recordFields('monitor.update', input, world, () =>
    world.call('monitor.update', input as never),
  )
  return { step, world }
}

test('a secret that a change of the address moves to the parameters is a change, which is not undone by half', async () => {
  const { id } = await create({})
  const { step } = await change(id, { url: 'http://localhost/ok?client_secret=abc' })
  expect(step).toBeNull()
  expect((await read(id)).request).toMatchObject({
    url: 'http://localhost/ok',
    parameters: [{ key: 'client_secret', value: MASK }],
  })
  expect((await change(id, { url: 'http://localhost/ok' })).step).toBe('unchanged')
})

test('a secret of the address takes the place of the one that is stored, and of no other', async () => {
  const { id } = await create({ parameters: [{ key: 'page', value: '1' }] })
  for (const token of ['one', 'two']) await change(id, { url: `http://localhost/ok?token=${token}&q=1` })
  const { url, parameters } = (await read(id)).request
  expect(url).toBe('http://localhost/ok?q=1')
  expect(parameters.map(({ key }) => key)).toEqual(['page', 'token'])
})

test('what a change sets beside the fields that it names is undone with them', async () => {
  const parts = [{ name: 'note', value: 'hello' }]
  const { id } = await create({ method: 'POST', parts })
  const before = (await read(id)).request
  const { step, world } = await change(id, { body: '{"a":1}' })
  expect((await read(id)).request).toMatchObject({ body: '{"a":1}', parts: [] })
  if (step === null || step === 'unchanged') throw new Error(`Nothing of it is recorded: ${step}`)
  await restoreFields(step, world)
  expect((await read(id)).request).toEqual(before)
})
