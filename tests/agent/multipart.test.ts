import Busboy from '@fastify/busboy'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { multipartOf } from '../../src/agent/runner/multipart.ts'
import { httpServer, jobFor, run } from './world.ts'

type Received = { name: string; fileName: string | null; type: string; content: string }

/** A server that parses multipart bodies with an implementation that is not ours. */
const formServer = async () => {
  const received: Received[] = []
  const heads: Record<string, string | undefined>[] = []
  const port = await httpServer((request, response) => {
    heads.push({ type: request.headers['content-type'], length: request.headers['content-length'] })
    const form = Busboy({ headers: { 'content-type': '', ...request.headers }, preservePath: true })
    form.on('field', (name, value, _, __, ___, type) =>
      received.push({ name, fileName: null, type: type ?? '', content: value }),
    )
    form.on('file', (name, file, fileName, _, type) => {
      const pieces: Buffer[] = []
      file.on('data', (bytes: Buffer) => pieces.push(bytes))
      file.on('end', () => received.push({ name, fileName, type, content: Buffer.concat(pieces).toString('latin1') }))
    })
    form.on('finish', () => response.end('ok'))
    request.pipe(form)
  })
  return { port, received, heads }
}

const sha256 = 'a'.repeat(64)

test('A multipart body is read by another implementation as it was written', async () => {
  const { port, received, heads } = await formServer()
  const { report, detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      call: {
        method: 'POST',
        headers: [{ key: 'content-type', value: 'multipart/mixed; boundary=mine' }],
        parts: [
          { name: 'who {{ n }}', value: 'Zoë %%NAME%%\r\nsecond line' },
          { name: 'json', value: '{"a":1}', content_type: 'application/json' },
          { name: 'as"file', value: 'a,b', file_name: 'a"b\r\n.csv', content_type: 'text/csv' },
        ],
      },
      variables: { NAME: 'B', n: '1' },
    }),
  )
  expect(report).toMatchObject({ result_category: 'PASS', request_size: Number(heads[0]?.length) })
  expect(heads[0]?.type).toMatch(/^multipart\/form-data; boundary=----sonde/)
  expect(received).toMatchObject([
    { name: 'who 1', content: 'Zoë B\r\nsecond line' },
    { name: 'json', content: '{"a":1}', type: 'application/json' },
    { name: 'as%22file', fileName: 'a%22b%0D%0A.csv', type: 'text/csv', content: 'a,b' },
  ])
  expect(detail.messages).toContain('Content-Type is set by the agent: it names the boundary of the multipart body')
  expect(detail.request.body).toContain('{"a":1}')
})

test('A secret part is sent and masked', async () => {
  const { port, received } = await formServer()
  const { detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      call: { method: 'POST', parts: [{ name: 'pin', value: 'hunter-two' }] },
      secrets: ['hunter-two'],
      secret_fields: ['pin'],
      secret_origins: [`http://127.0.0.1:${port}`],
    }),
  )
  expect(received).toMatchObject([{ name: 'pin', content: 'hunter-two' }])
  expect(JSON.stringify(detail)).not.toContain('hunter-two')
})

test('A file that was not loaded is a failure of the set-up, and nothing is sent', async () => {
  const { port, received } = await formServer()
  const parts = [{ name: 'avatar', file_id: 'gone' }]
  const job = jobFor(`http://127.0.0.1:${port}/`, {
    call: { method: 'POST', parts },
    files: [{ id: 'other', name: 'a', media_type: 'text/plain', size: 1, sha256 }],
  })
  const { detail } = await run(job)
  expect(detail).toMatchObject({
    exception: 'the file of the part avatar was not loaded',
    exception_type: 'api_setup',
  })
  expect(received).toEqual([])
})

test('A base64 body is sent decoded, and described in the result', async () => {
  const bodies: Buffer[] = []
  const types: (string | undefined)[] = []
  const port = await httpServer((request, response) => {
    types.push(request.headers['content-type'])
    request.on('data', (bytes: Buffer) => bodies.push(bytes))
    request.on('end', () => response.end())
  })
  const bytes = Buffer.from([0, 255, 1, 128, 10])
  const { detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      call: { method: 'PUT', body: bytes.toString('base64'), body_encoding: 'base64' },
    }),
  )
  expect(Buffer.concat(bodies)).toEqual(bytes)
  expect(types).toEqual(['application/octet-stream'])
  expect(detail.request.body).toBe('(5 bytes)')
})

test('No boundary occurs in a part', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-') }), { maxLength: 5 }), (texts) => {
      let length = 1
      const { contentType, bytes } = multipartOf(
        texts.map((text) => ({
          name: 'n',
          fileName: null,
          contentType: null,
          content: Buffer.from(text),
          shown: null,
        })),
        () => 'a'.repeat(length++),
      )
      const boundary = contentType.split('=')[1] ?? ''
      expect(texts.some((text) => text.includes(boundary))).toBe(false)
      expect(bytes.toString().split(`--${boundary}`)).toHaveLength(texts.length + 2)
    }),
  )
})
