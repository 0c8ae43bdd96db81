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

/** Changes an object as a command does, and returns what is recorded to undo it. */
const record = async (
  operation: 'monitor.update' | 'workflow.update',
  id: string,
  body: Readonly<Record<string, unknown>>,
) => {
  const path = operation === 'monitor.update' ? `/api/2/calls/${id}/` : `/api/2/workflows/${id}/`
  const call = (named: EndpointName, given: { body?: unknown } = {}) =>
    named.endsWith('.read') ? running.api.get(path) : running.api.post(path, given.body as object)
  const world = Object.assign(Object.create(exampleWorld({ focus: null }).world), { call }) as World
  const input = { params: { id }, body }
  const { step } = await recordFields(operation, input, world, () => world.call(operation, input as never))
  return {
    step,
    undo: () => (step === null || step === 'unchanged' ? Promise.reject(step) : restoreFields(step, world)),
  }
}
const change = (id: string, request: object) => record('monitor.update', id, { request })

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
  const { undo } = await change(id, { body: '{"a":1}' })
  expect((await read(id)).request).toMatchObject({ body: '{"a":1}', parts: [] })
  await undo()
  expect((await read(id)).request).toEqual(before)
})

test('the settings of a step that a change of the ids drops come back with it', async () => {
  const [one, two] = [(await create({})).id, (await create({})).id]
  const steps = [{ call_id: one, teardown: true }, { call_id: two }]
  const { id } = await running.api.post<{ id: string }>('/api/2/workflows/', {
    meta: { name: 'Buy' },
    workflow: { steps },
  })
  const stored = async () => (await running.api.get<{ workflow: object }>(`/api/2/workflows/${id}/`)).workflow
  const before = await stored()
  const { undo } = await record('workflow.update', id, { workflow: { call_ids: [two] } })
  expect(await stored()).toMatchObject({ call_ids: [two] })
  await undo()
  expect(await stored()).toEqual(before)
})
