import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BodyFiles } from '../../src/agent/runner/body-file.ts'
import { maskedPieces } from '../../src/agent/runner/masked-pieces.ts'
import { MASK, Masking } from '../../src/domain/secrets/masking.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { serverNow, start } from './started-agent.ts'
import { httpServer, jobFor } from './world.ts'

const SECRET = 'correct horse/battery+staple="ö"'
const MEGABYTE = 1_048_576

/** All forms in which servers echo a secret. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(`user:${secret}`).toString('base64'),
]

const later = (id: string, port: number, secrets: string[] = []) =>
  jobFor(`http://127.0.0.1:${port}/`, { id, due: new Date().toISOString(), secrets })

const received = async (body: Buffer, headers: Record<string, string> = {}, secrets: string[] = []) => {
  const target = await httpServer((_, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  const server = await serverNow()
  server.maxBodyBytes = 2 * MEGABYTE
  const agent = start(server)
  server.offer(later('job', target, secrets))
  await server.until(() => server.bodyOf('job') !== null)
  agent.stop()
  await agent.ended
  return { ...server.bodyOf('job'), pieces: server.pieces.get('job') ?? [], directory: agent.directory }
}

describe('A body that is longer than the part in its result', () => {
  test('is sent whole after the result, in pieces, and then deleted', async () => {
    const body = Buffer.from('0123456789'.repeat(150_000))
    const { bytes, end, pieces, directory } = await received(body)
    expect(bytes?.equals(body)).toBe(true)
    expect(end).toEqual({ bytes: body.length, is_text: true, truncated: false })
    expect(pieces.map(({ number }) => number)).toEqual([0, 1, 2])
    expect(readdirSync(directory)).not.toContain('bodies')
  })

  test('is decoded, and cut at the server’s limit', async () => {
    const { bytes, end } = await received(gzipSync(Buffer.alloc(9 * MEGABYTE, 'ab')), { 'content-encoding': 'gzip' })
    expect(end).toEqual({ bytes: 2 * MEGABYTE, is_text: true, truncated: true })
    expect(bytes?.equals(Buffer.alloc(2 * MEGABYTE, 'ab'))).toBe(true)
  })

  test('stays as it is if it is no text, or cannot be decoded', async () => {
    const body = Buffer.alloc(300_000, Buffer.from([0, 255, 128, 7]))
    for (const coding of ['identity', 'gzip']) {
      const { bytes, end } = await received(body, { 'content-encoding': coding })
      expect(bytes?.equals(body)).toBe(true)
      expect(end).toEqual({ bytes: body.length, is_text: false, truncated: false })
    }
  })

  test('leaves the agent without any secret, in whatever form, wherever it stands', async () => {
    const filler = 'x'.repeat(40_001)
    const forms = formsOf(SECRET)
    const body = Buffer.from(
      Array.from({ length: 36 }, (_, index) => `${filler} ${forms[index % forms.length]} `).join(''),
    )
    const { bytes, end } = await received(body, { 'content-type': 'text/plain' }, [SECRET])
    const text = bytes?.toString() ?? ''
    for (const form of forms) expect(text).not.toContain(form)
    expect(text.split(MASK)).toHaveLength(37)
    expect(end).toMatchObject({ is_text: true, truncated: false, bytes: bytes?.length })
  })

  test('is sent again where the server did not answer, and dropped where it refuses', async () => {
    const target = await httpServer((_, response) => response.end('y'.repeat(1_500_000)))
    const server = await serverNow()
    server.maxBodyBytes = 2 * MEGABYTE
    let failures = 0
    server.refusePiece = (id, { number }) => (id === 'refused' ? 422 : number === 1 && failures++ === 0 ? 503 : null)
    const agent = start(server)
    server.offer(later('refused', target), later('taken', target))
    // Two bodies are on their way at once: either may end first.
    await server.until(() => server.bodyOf('taken') !== null && agent.said.join().includes('refused the response body'))
    expect(server.bodyOf('taken')?.end?.bytes).toBe(1_500_000)
    expect(server.bodyOf('refused')).toBeNull()
    expect(agent.said.join()).toContain('the server refused the response body of refused (422)')
  })

  test('is refused again and again, but logged once', async () => {
    const target = await httpServer((_, response) => response.end('y'.repeat(300_000)))
    const server = await serverNow()
    server.maxBodyBytes = 2 * MEGABYTE
    const refused: string[] = []
    server.refusePiece = (id) => {
      if (id === 'taken') return null
      refused.push(id)
      return 413
    }
    const agent = start(server)
    for (const id of ['one', 'two', 'three']) {
      server.offer(later(id, target))
      await server.until(() => refused.includes(id))
    }
    server.offer(later('taken', target))
    await server.until(() => server.bodyOf('taken') !== null)
    const lines = agent.said.filter((line) => line.includes('refused the response body'))
    expect(lines).toEqual(['the server refused the response body of one (413); others that it refuses are not logged'])
  })

  test('is not kept for a server that stores none', async () => {
    const target = await httpServer((_, response) => response.end('y'.repeat(1_500_000)))
    const server = await serverNow()
    const agent = start(server)
    server.offer(later('job', target))
    await server.until(() => server.results.has('job'))
    expect(readdirSync(join(agent.directory, 'bodies'))).toEqual([])
  })
})

describe('The folder of long bodies', () => {
  test('is empty at start, encrypts what it holds, and holds no more than its bounds', async () => {
    const folder = join(temporaryFolder(), 'bodies')
    const first = await BodyFiles.open(folder)
    writeFileSync(join(folder, 'left'), 'by a crash')
    await first.close()
    const files = await BodyFiles.open(folder)
    expect(files.create()).toBeNull()
    files.maxBytes = 1_000_000
    const held = Array.from({ length: 60 }, () => files.create())
    expect(held.filter((file) => file !== null)).toHaveLength(50)
    const [file] = held
    const secret = Buffer.from('a secret of some length. '.repeat(1_000))
    for (let times = 0; times < 50; times++) file?.write(secret)
    await file?.finish()
    expect(file).toMatchObject({ size: 1_000_000, isCut: true })
    const parts: Buffer[] = []
    for await (const part of file?.read() ?? []) parts.push(part)
    expect(
      Buffer.concat(parts).equals(Buffer.concat(Array.from({ length: 50 }, () => secret)).subarray(0, 1_000_000)),
    ).toBe(true)
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name)).includes('secret')).toBe(false)
    await file?.discard()
    expect(files.create()).not.toBeNull()
    await files.close()
  })
})

describe('A body in pieces', () => {
  test('is masked like a whole one, wherever the pieces end', async () => {
    const secrets = [SECRET, 'another secret']
    const masking = new Masking(secrets)
    const part = fc.oneof(
      fc.constantFrom(...secrets.flatMap(formsOf), '%', '\\', ' '),
      fc.integer({ min: 1, max: 300 }).map((length) => ' .'.repeat(length)),
    )
    const body = fc.array(part, { maxLength: 16 }).map((parts) => Buffer.from(parts.join(' ')))
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 50, max: 2_000 }), async (whole, size) => {
        const pieces = async function* () {
          for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
        }
        const masked: Buffer[] = []
        for await (const piece of maskedPieces(pieces(), masking, '******', 1)) masked.push(piece)
        const expected = masking.mask(whole.toString('latin1')).replaceAll(MASK, '******')
        expect(Buffer.concat(masked).toString('latin1')).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })
})
