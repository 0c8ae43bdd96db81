import { afterAll, beforeAll, expect, test } from 'vitest'
import { MASK } from '../../../src/domain/secrets/masking.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Body = {
  body: string | null
  body_encoding: string
  parts: { name: string; value?: string; secret?: boolean }[]
  file_id: string | null
}
type Made = { id: string; request: Body }

let running: TestServer
let api: Api
beforeAll(async () => {
  running = await startServer()
  api = running.api
})
afterAll(() => running.stop())

const url = 'https://api.example.com/upload'
const make = (request: object) =>
  api.post<Made>('/api/2/calls/', { meta: { name: 'm' }, request: { method: 'POST', url, ...request } })
const change = (id: string, request: object) => api.post<Made>(`/api/2/calls/${id}/`, { request })
const refused = async (request: object) => {
  const answer = await api.call('POST', '/api/2/calls/', { meta: { name: 'm' }, request: { url, ...request } })
  return [answer.status, JSON.stringify(answer.body)] as const
}

test('a part that is secret by its name or its mark is stored encrypted and keeps its value through its mask', async () => {
  const parts = [
    { name: 'note', value: 'open' },
    { name: 'password', value: 'CANARY-1' },
    { name: 'pin', value: 'CANARY-2', secret: true },
  ]
  const { id, request } = await make({ parts })
  expect(request.parts.map(({ value }) => value)).toEqual(['open', MASK, MASK])
  const again = await change(id, { parts: request.parts.toReversed() })
  expect(again.request.parts.map(({ name }) => name)).toEqual(['pin', 'password', 'note'])
  const [, says] = await refused({ parts: [{ name: 'password', value: MASK }] })
  expect(says).toContain('request.parts[0].value is the mask of a stored secret')
  const elsewhere = await api.call('POST', `/api/2/calls/${id}/`, { request: { url: 'https://other.example.com/' } })
  expect(JSON.stringify(elsewhere.body)).toContain('request.parts[1].value: password was entered for')
})

test('a body of one kind replaces that of another, and two at once are refused', async () => {
  const { id } = await make({ body: 'text' })
  expect((await change(id, { parts: [{ name: 'a', value: 'b' }] })).request).toMatchObject({
    body: null,
    parts: [{ name: 'a', value: 'b' }],
  })
  expect((await change(id, { body: 'AAECAw==', body_encoding: 'base64' })).request).toMatchObject({
    body: 'AAECAw==',
    body_encoding: 'base64',
    parts: [],
    file_id: null,
  })
  const unreadable = await api.call('POST', `/api/2/calls/${id}/`, { request: { body: 'not base64!' } })
  expect(JSON.stringify(unreadable.body)).toContain('request.body must be base64')
  expect(await refused({ body: 'x', parts: [{ name: 'a', value: 'b' }] })).toEqual([
    422,
    expect.stringContaining('request.parts must be empty where request.body is set'),
  ])
})

test('a file part without a file, or with a file that is not stored, is refused with its name', async () => {
  expect(await refused({ parts: [{ name: 'avatar', file_name: 'me.png' }] })).toEqual([
    400,
    expect.stringContaining('request.parts[0].file_id must be a stored file: choose one for me.png.'),
  ])
  expect(await refused({ file_id: 'gone' })).toEqual([
    422,
    expect.stringContaining('request.file_id must be the id of a stored file; there is none with the id gone.'),
  ])
  expect((await refused({ parts: [{ name: 'a', value: 'b', file_id: 'gone' }] }))[1]).toContain(
    'a part is text or a file',
  )
})
