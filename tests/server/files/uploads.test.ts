import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../src/server/store/files/file-text.ts'
import type { Api } from '../../support/api.ts'
import { ADMIN_KEY, startServer, type TestServer } from '../../support/server.ts'

type FileRow = {
  id: string
  meta: { name: string; description: string | null; tags: string[] }
  file: { kind: string; name: string; content_type: string; size: number; sha256: string; operations: number | null }
  used_by: { name: string }[]
}

let running: TestServer
let api: Api
beforeAll(async () => {
  running = await startServer({ env: { SONDE_MAX_FILE_MB: '2', SONDE_PROJECT_FILES_MB: '7' } })
  api = running.api
})
afterAll(() => running.stop())

/** Uploads as a browser does. */
const upload = async (
  content: Buffer | string,
  { name = 'a.bin', type = '', path = '/api/3/files/', fields = [] as [string, string][], key = ADMIN_KEY } = {},
) => {
  const form = new FormData()
  for (const [field, value] of fields) form.append(field, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))], { type }), name)
  const answer = await fetch(running.server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  return { status: answer.status, row: (await answer.json()) as FileRow }
}
const saysOf = ({ status, row }: { status: number; row: object }) => `${status} ${JSON.stringify(row)}`
const contentOf = async (id: string) => {
  const answer = await fetch(`${running.server.url}/api/3/files/${id}/content`, {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  })
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const counted = async () => {
  const { db } = running.server.services.database
  return (
    await db
      .selectFrom('file_content' as never)
      .selectAll()
      .execute()
  ).length
}
const remove = (id: string) => api.call('DELETE', `/api/2/files/${id}/`)

describe('A file', () => {
  test('is stored in pieces and downloaded as it was, as an attachment that no browser shows', async () => {
    const content = randomBytes(1_500_000)
    const { status, row } = await upload(content, {
      name: 'Rechnung “März”.html',
      type: 'text/html',
      fields: [
        ['name', 'Invoice'],
        ['tags', 'a'],
        ['tags', 'b'],
      ],
    })
    expect(status).toBe(201)
    expect(row).toMatchObject({
      meta: { name: 'Invoice', tags: ['a', 'b'] },
      file: {
        kind: 'other',
        content_type: 'text/html',
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    })
    const { headers, bytes } = await contentOf(row.id)
    expect(bytes.equals(content)).toBe(true)
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Rechnung%20")
    await remove(row.id)
  })

  test('is named without folders, whatever its sender calls it', async () => {
    for (const [sent, stored] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\temp\\a.txt', 'a.txt'],
      ['..', 'file'],
    ] as const) {
      const { row } = await upload('x', { name: sent })
      expect(row.file.name).toBe(stored)
      await remove(row.id)
    }
  })

  test('is replaced by another upload, and keeps its id', async () => {
    const { row } = await upload('one', { name: 'one.txt' })
    const { status, row: after } = await upload('two!', { name: 'two.txt', path: `/api/2/files/${row.id}/` })
    expect([status, after.id, after.file.size]).toEqual([200, row.id, 4])
    expect((await contentOf(row.id)).bytes.toString()).toBe('two!')
    await remove(row.id)
  })

  test('is not stored twice by a repeated request', async () => {
    const form = () => {
      const made = new FormData()
      made.append('file', new Blob(['same']), 'same.txt')
      return made
    }
    const send = () =>
      fetch(`${running.server.url}/api/3/files/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ADMIN_KEY}`, 'idempotency-key': 'upload-1' },
        body: form(),
      }).then(async (answer) => (await answer.json()) as FileRow)
    const [one, two] = [await send(), await send()]
    expect(two.id).toBe(one.id)
    await remove(one.id)
  })

  test('of text is read by the server within its project, and not beyond a size', async () => {
    const { db } = running.server.services.database
    const { key } = await db.selectFrom('project').select('key').executeTakeFirstOrThrow()
    const { row } = await upload('{"type":"object"}', { name: 'schema.json' })
    expect(await textOfFile(db, key, row.id, 1_000)).toBe('{"type":"object"}')
    expect(await textOfFile(db, key, row.id, 10)).toBeNull()
    expect(await textOfFile(db, key + 1, row.id, 1_000)).toBeNull()
    await remove(row.id)
  })

  test('that a monitor uses is not deleted, and the refusal names the monitor', async () => {
    const { row } = await upload('x', { name: 'x.txt' })
    const monitor = await api.post<{ id: string }>('/api/2/calls/', {
      meta: { name: 'Sends it' },
      request: { method: 'POST', url: 'https://example.com/', parts: [{ name: 'a', file_id: row.id }] },
    })
    expect((await api.get<FileRow>(`/api/2/files/${row.id}/`)).used_by).toEqual([{ id: monitor.id, name: 'Sends it' }])
    expect(await remove(row.id)).toMatchObject({
      status: 409,
      body: { error_msg: expect.stringContaining('used by the monitor “Sends it”') },
    })
    await api.call('DELETE', `/api/2/calls/${monitor.id}/`)
    expect((await remove(row.id)).status).toBe(204)
  })
})

describe('An OpenAPI document', () => {
  const yaml = [
    'openapi: 3.1.0',
    'info: { title: Shop, version: "7" }',
    'paths:',
    '  /orders: { get: { summary: List }, post: {} }',
  ].join('\n')

  test('is recognised, and its operations are listed', async () => {
    const { row } = await upload(yaml, { name: 'shop.yaml' })
    expect(row.file).toMatchObject({
      kind: 'openapi',
      version: '3.1.0',
      title: 'Shop',
      api_version: '7',
      operations: 2,
    })
    expect(await api.get(`/api/3/files/${row.id}/preview`)).toMatchObject({
      text: yaml,
      truncated: false,
      operations: [
        { method: 'GET', path: '/orders', summary: 'List' },
        { method: 'POST', path: '/orders', summary: null },
      ],
    })
    await remove(row.id)
  })

  test.each([
    ['{"openapi":"3.0.3","info":{"title":"a","version":"1"},\n"paths":{}}', 201, '3.0.3'],
    ['swagger: "2.0"\ninfo: {title: a, version: 1}\npaths: {}', 201, '2.0'],
    ['openapi: 4.0.0\ninfo: {title: a}\npaths: {}', 422, 'of version 2.0, 3.0 or 3.1, but says 4.0.0'],
    ['openapi: 3.0.0\ninfo: {title: a}\n', 422, 'must have paths'],
    ['openapi: 3.0.0\ninfo: [\n', 422, 'not valid YAML'],
    ['{"openapi":\n\n oops', 422, 'at line 3'],
    ['just text', 422, 'an object with the field openapi'],
    [
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij'].map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefghij'[i]}`).join()}]`).join('\n')}`,
      422,
      'refers to its own parts too often',
    ],
    [`{"openapi":"3.0.0","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422, 'must'],
    [`x: ${'['.repeat(20_000)}`, 422, 'must be an OpenAPI document'],
  ])('%.40s', async (text, status, says) => {
    const answer = await upload(text, { name: 'a.yaml', path: '/api/3/files/oas' })
    expect(saysOf(answer)).toContain(String(status))
    expect(saysOf(answer)).toContain(says)
    if (answer.row.id) await remove(answer.row.id)
  })

  test('that is given as text is created and changed by JSON', async () => {
    const row = await api.post<FileRow>('/api/3/files/oas', { text: yaml })
    expect(row).toMatchObject({ meta: { name: 'Shop' }, file: { kind: 'openapi', operations: 2 } })
    const answer = await api.call('POST', `/api/2/files/${row.id}/`, { text: 'broken' })
    expect(answer.status).toBe(422)
    await remove(row.id)
  })
})

describe('An upload', () => {
  test('that is too large is refused and leaves nothing', async () => {
    const before = await counted()
    expect(saysOf(await upload(Buffer.alloc(2 * 1024 * 1024 + 1)))).toMatch(/^413.*larger than 2 MB/)
    expect(await counted()).toBe(before)
  })

  test('beyond the quota of its project says what is free', async () => {
    const made: string[] = []
    for (;;) {
      const answer = await upload(randomBytes(1_900_000))
      if (answer.status === 201) made.push(answer.row.id)
      else {
        expect(saysOf(answer)).toMatch(/^403.*allows 7 MB of files in a project.*MB are free.*Delete a file/)
        break
      }
    }
    expect(made.length).toBeGreaterThan(1)
    for (const id of made) await remove(id)
    // What was deleted takes room for another hour.
    await running.server.services.database.db.deleteFrom('file_content' as never).execute()
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n', 'Content-Type names no boundary'],
    [
      'a body that ends early',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      'incomplete',
    ],
    [
      'no file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\na\r\n--x--\r\n',
      'file must be a file to upload',
    ],
    [
      'a file under another name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="doc"; filename="a"\r\n\r\na\r\n--x--\r\n',
      'doc is not a file of this request',
    ],
    [
      'an unknown field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name="size"\r\n\r\n1\r\n--x--\r\n',
      'size is not a field',
    ],
    [
      'two files',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="b"\r\n\r\nb\r\n--x--\r\n',
      'must be one file',
    ],
    ['another type', 'application/octet-stream', 'abc', 'not valid JSON'],
  ])('with %s is refused with a sentence, and leaves nothing', async (_, type, body, says) => {
    const before = await counted()
    const answer = await api.call('POST', '/api/3/files/', body, { 'content-type': type })
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).toContain(says)
    expect(await counted()).toBe(before)
  })

  test('whose connection is cut leaves nothing', async () => {
    const before = await counted()
    const { hostname, port } = new URL(running.server.url)
    const socket = connect(Number(port), hostname)
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
    socket.write(
      `POST /api/3/files/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_KEY}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n${head}${'a'.repeat(300_000)}`,
    )
    await expect.poll(counted).toBe(before + 1)
    socket.destroy()
    await expect.poll(counted).toBe(before)
  })

  test('by whoever has no right, or no token, is not read', async () => {
    expect((await upload('x', { key: 'x'.repeat(32) })).status).toBe(401)
    const { secret } = await api.post<{ secret: string }>('/api/2/api_keys/', { name: 'r', access_level: 'VIEWER' })
    expect((await upload('x', { key: secret })).status).toBe(403)
  })

  test('of a zip bomb is only bytes', async () => {
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024))
    const { row } = await upload(bomb, { name: 'bomb.gz', type: 'application/gzip' })
    expect(row.file.size).toBe(bomb.length)
    await remove(row.id)
  })
})

test('nothing of all this was an error of the server', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
