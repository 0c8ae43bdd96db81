import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
})
afterAll(() => running.stop())

const read = (request: string) => running.api.call('POST', '/api/2/calls/build/curl', { request })

test('a curl command becomes an unsaved monitor, which can be saved as returned', async () => {
  const { status, body } = await read(
    "curl -k 'https://example.com/orders?x=1' -H 'Authorization: Bearer CANARY' -d '{}' --proxy p:1",
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    meta: { name: 'POST example.com/orders' },
    request: { method: 'POST', url: 'https://example.com/orders?x=1', body: '{}', verify_tls: false },
    notes: [expect.stringContaining('--proxy')],
  })
  const { meta, request } = body as { meta: object; request: object }
  const list = () => running.api.get<{ data: object[] }>('/api/3/monitors/')
  expect((await list()).data).toEqual([])
  const stored = await running.api.post<{ request: { headers: object[] } }>('/api/2/calls/', { meta, request })
  expect(stored).toMatchObject({ meta, request: { ...request, headers: expect.any(Array) } })
  expect(JSON.stringify(await list())).not.toContain('CANARY')
})

test('anything else is refused with a field error', async () => {
  const answer = await read('wget https://example.com/')
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ loc: ['request'] }] } })
  expect(JSON.stringify(answer.body)).toContain('curl')
})

test('the fields of a form become parts, and a file among them is chosen before the monitor is saved', async () => {
  const { status, body } = await read("curl https://example.com/upload -F title=Cat -F 'photo=@cat.png;type=image/png'")
  expect(status).toBe(200)
  const { request } = body as { request: { parts: object[] } }
  const photo = { name: 'photo', file_id: null, file_name: 'cat.png', content_type: 'image/png' }
  expect(request).toMatchObject({ method: 'POST', body: null, parts: [{ name: 'title', value: 'Cat' }, photo] })
  expect(body).toMatchObject({ notes: ['The file cat.png has to be uploaded.'] })
  const meta = { name: 'Upload' }
  const refused = await running.api.call('POST', '/api/2/calls/', { meta, request })
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain('cat.png')
  const parts = request.parts.slice(0, 1)
  const stored = await running.api.post('/api/2/calls/', { meta, request: { ...request, parts } })
  expect(stored).toMatchObject({ request: { parts: [{ name: 'title', value: 'Cat' }] } })
})
