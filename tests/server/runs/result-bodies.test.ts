import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ServerClient } from '../../../src/agent/server/server-client.ts'
import { PIECE_BYTES } from '../../../src/contract/results/results.ts'
import { evidence, type HandAgent, joinAgent, packed, runOnce } from '../../support/agent.ts'
import type { Api } from '../../support/api.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let agent: HandAgent
let own: Api

beforeAll(async () => {
  running = await startServer({ env: { SONDE_MAX_BODY_MB: '1' } })
  agent = await joinAgent(running.api, running.server.joinToken)
  own = running.api.as(agent.key)
})
afterAll(() => running.stop())

const newResult = async (response: object = {}): Promise<string> => {
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'large' },
    request: { url: 'http://example.com/' },
  })
  const told = evidence()
  const detail = packed({ ...told, response: told.response && { ...told.response, truncated: true, ...response } })
  return runOnce(running.api, agent, id, { change: { detail } })
}
type Piece = { number: number; bytes: Buffer; end?: { bytes: number; is_text: boolean; truncated: boolean } }
const send = (id: string, { number, bytes, end }: Piece, api = own) =>
  api.call('POST', `/remote-api/1/agent/results/${id}/body`, {
    number,
    content: bytes.toString('base64'),
    ...(end && { end }),
  })
const download = async (id: string) => {
  const answer = await fetch(`${running.api.base}/api/2/results/${id}/content`, {
    headers: { authorization: `Bearer ${running.api.key}` },
  })
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const storedBody = async (id: string): Promise<unknown> =>
  (await running.api.get(`/api/2/results/${id}/?mode=full`)).stored_body

test('a body in pieces is stored apart, and downloaded whole once its last piece is there', async () => {
  const id = await newResult()
  const pieces = [Buffer.alloc(400_000, 'a'), Buffer.alloc(400_000, 'ä'), Buffer.from('end')]
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
  const [first = Buffer.alloc(0), second = Buffer.alloc(0), last = Buffer.alloc(0)] = pieces
  expect((await send(id, { number: 0, bytes: first })).body).toEqual({ stored: true })
  expect(await storedBody(id)).toBeNull()
  expect((await download(id)).bytes.toString()).toBe('hello')
  // The answer to a piece was lost, so the agent repeats it.
  expect((await send(id, { number: 0, bytes: first })).status).toBe(200)
  await send(id, { number: 1, bytes: second })
  const end = { bytes, is_text: true, truncated: false }
  expect((await send(id, { number: 2, bytes: last, end })).status).toBe(200)
  expect(await storedBody(id)).toEqual(end)
  const { answer, bytes: got } = await download(id)
  expect(got.equals(Buffer.concat(pieces))).toBe(true)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${id}"`)
})

test('a body that is no text is downloaded as bytes, and so is a short one', async () => {
  const bytes = Buffer.from([0, 255, 128, 1])
  const short = await newResult({ body: bytes.toString('base64'), body_encoding: 'base64', truncated: false })
  const long = await newResult()
  await send(long, { number: 0, bytes, end: { bytes: 4, is_text: false, truncated: true } })
  for (const id of [short, long]) {
    const { answer, bytes: got } = await download(id)
    expect([...got]).toEqual([...bytes])
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  }
})

test('a body is refused that is too large, out of order, or not as long as it says; what was stored of it is deleted', async () => {
  const id = await newResult()
  const full = Buffer.alloc(524_288)
  await send(id, { number: 0, bytes: full })
  await send(id, { number: 1, bytes: full })
  expect((await send(id, { number: 2, bytes: Buffer.from('x') })).status).toBe(413)
  expect((await send(id, { number: 3, bytes: full })).status).toBe(409)
  const wrong = { bytes: 9, is_text: true, truncated: false }
  expect((await send(id, { number: 0, bytes: Buffer.from('x'), end: wrong })).status).toBe(422)
  expect(await storedBody(id)).toBeNull()
  expect((await send(id, { number: 0, bytes: Buffer.alloc(600_000) })).status).toBe(422)
})

test('an agent stores bodies for results of its own location only', async () => {
  const id = await newResult()
  const other = await joinAgent(running.api, running.server.joinToken, 'elsewhere')
  const piece = { number: 0, bytes: Buffer.from('x') }
  expect((await send(id, piece, running.api.as(other.key))).status).toBe(404)
  expect((await send('AAAAAgAB2aAmfAGh_GTw7wA', piece)).status).toBe(404)
  expect((await send(id, piece, running.api)).status).toBe(403)
})

test.each([
  ['a list of equal rows', Buffer.from('{"state":"ok","count":0},'.repeat(36_000))],
  ['a single letter', Buffer.alloc(900_000, 'a')],
])('%s is stored as other bodies are, however well it packs', async (_, bytes) => {
  const id = await newResult()
  const client = new ServerClient(new URL(running.server.url))
  onTestFinished(() => client.close())
  const end = { bytes: bytes.length, is_text: true, truncated: false }
  for (let number = 0; number * PIECE_BYTES < bytes.length; number++) {
    const content = bytes.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES)
    const isLast = (number + 1) * PIECE_BYTES >= bytes.length
    const piece = JSON.stringify({ number, content: content.toString('base64'), ...(isLast && { end }) })
    const path = `/remote-api/1/agent/results/${id}/body`
    expect((await client.post(path, piece, { key: agent.key, timeoutMs: 60_000 })).status).toBe(200)
  }
  expect(await storedBody(id)).toEqual(end)
  expect((await download(id)).bytes.equals(bytes)).toBe(true)
})
