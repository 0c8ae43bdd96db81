import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type FileRow = { id: string; used_by: { name: string }[]; used_by_project: boolean }

let running: TestServer
let api: Api
beforeAll(async () => {
  running = await startServer()
  api = running.api
})
afterAll(() => running.stop())

const url = 'https://example.com/'
const newFile = async (text: string) => (await api.post<FileRow>('/api/3/files/', { name: 'Order', text })).id
const schemaIn = (val: string) => ({ source: 'text', condition: 'schema', val })
const read = (id: string) => api.get<FileRow>(`/api/2/files/${id}/`)
const removal = async (id: string) => {
  const { status, body } = await api.call('DELETE', `/api/2/files/${id}/`)
  return `${status} ${JSON.stringify(body)}`
}

test('a file that conditions use as a schema lists its users, and is not deleted', async () => {
  const id = await newFile('{"type":"object"}')
  const monitor = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Checks it' }, request: { url } })
  const conditions = [schemaIn(id), schemaIn(` ${id}\n`)]
  await api.post(`/api/2/calls/${monitor.id}/conditions/`, { meta: {}, conditions })
  expect(await read(id)).toMatchObject({ used_by: [{ id: monitor.id, name: 'Checks it' }], used_by_project: false })
  expect(await removal(id)).toMatch(/^409 .*used by the monitor “Checks it”: choose/)
  await api.post('/api/2/conditions/', { conditions: [schemaIn(id)] })
  expect(await read(id)).toMatchObject({ used_by: [{ name: 'Checks it' }], used_by_project: true })
  expect(await removal(id)).toMatch(/^409 .*the monitor “Checks it” and by the conditions of the project: choose/)
  await api.call('DELETE', `/api/2/calls/${monitor.id}/`)
  expect(await removal(id)).toMatch(/^409 .*used by the conditions of the project: choose/)
  await api.post('/api/2/conditions/', { conditions: [] })
  expect(await removal(id)).toMatch(/^204/)
})

test('the content of a file that conditions use as a schema can only become another schema', async () => {
  const id = await newFile('{"type":"object"}')
  const monitor = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'Checks it' }, request: { url } })
  const change = async (body: object) => {
    const { status, body: says } = await api.call('POST', `/api/2/files/${id}/`, body)
    return `${status} ${JSON.stringify(says)}`
  }
  expect(await change({ text: 'hello' })).toMatch(/^200/)
  expect(await change({ text: '{"type":"object"}' })).toMatch(/^200/)
  await api.post(`/api/2/calls/${monitor.id}/conditions/`, { meta: {}, conditions: [schemaIn(id)] })
  expect(await change({ text: 'hello' })).toMatch(
    /^422 .*text must be a JSON schema, because the file is used as one by the monitor “Checks it”; the new content must/,
  )
  expect(await change({ text: ' '.repeat(70_000) })).toMatch(/^422 .*more than 64 KiB/)
  expect(await api.get(`/api/2/files/${id}/`)).toMatchObject({ file: { size: 17 } })
  expect(await change({ text: '{"type":"array"}' })).toMatch(/^200/)
  expect(await change({ name: 'Renamed' })).toMatch(/^200/)
})

test('saving, a trial and a watch refuse a schema that no file holds, with the condition that names it', async () => {
  const [good, long, text] = [await newFile('{}'), await newFile(' '.repeat(70_000)), await newFile('hello')]
  const { id } = await api.post<{ id: string }>('/api/2/calls/', { meta: { name: 'm' }, request: { url } })
  const faults = [
    ['NoSuchFile123', 'must be a JSON schema, or the id of a stored file that holds one.'],
    [long, 'must be the id of a file of at most 64 KiB; the file “Order” has 69 KiB.'],
    [text, 'must be the id of a file that holds a JSON schema'],
  ] as const
  for (const [val, says] of faults) {
    const conditions = { meta: {}, conditions: [schemaIn('{}'), schemaIn(good), schemaIn(val)] }
    const ways = [
      ['/api/2/conditions/', { conditions: conditions.conditions }],
      [`/api/2/calls/${id}/conditions/`, conditions],
      ['/api/3/monitors/run-draft', { request: { url }, conditions }],
      ['/api/3/monitors/watched', { meta: { name: 'w' }, request: { url }, conditions, schedule: { frequency: 300 } }],
    ] as const
    for (const [path, body] of ways) {
      const answer = await api.call('POST', path, body)
      expect([answer.status, JSON.stringify(answer.body)], path).toEqual([
        422,
        expect.stringContaining(`"conditions",2,"val"],"msg":"conditions[2].val ${says}`),
      ])
    }
  }
})
