import { createServer } from 'node:https'
import { createServer as createTcp } from 'node:net'
import { describe, expect, test } from 'vitest'
import { trusting } from '../../src/agent/runner/trust.ts'
import { certificate } from './certificate.ts'
import { jobFor, listen, run } from './world.ts'

const authority = certificate({ subject: 'Test Authority' })
const other = certificate({ subject: 'Other Authority' })
const trust = trusting(authority.cert)
const resolve = async () => ['127.0.0.1']

const serve = (made: { cert: string; key: string }, seen: string[] = []): Promise<number> =>
  listen(
    createServer({ cert: made.cert, key: made.key }, (request, response) => {
      seen.push(request.url ?? '')
      response.end('secure')
    }),
  )

describe('A call over TLS', () => {
  test('records the connection and measures the handshake', async () => {
    const port = await serve(certificate({ subject: 'api.example', names: ['api.example'], issuer: authority }))
    const { report, detail } = await run(jobFor(`https://api.example:${port}/`), { trust, resolve })
    expect(report).toMatchObject({ http_code: 200, exception_type: null })
    expect(report.timing.handshake).toBeGreaterThan(0)
    expect(detail.tls).toMatchObject({ version: 'TLSv1.3', subject: 'api.example', issuer: 'Test Authority' })
    expect(Date.parse(detail.tls?.not_after ?? '')).toBeGreaterThan(0)
  })

  test.each([
    [
      'expired',
      { names: ['api.example'], issuer: authority, until: '2021-06-01' },
      /^the certificate of api.example expired on 2021-06-01/,
    ],
    ['self-signed', { names: ['api.example'] }, /^the certificate of api.example is self-signed$/],
    [
      'for another host',
      { names: ['else.example'], issuer: authority },
      /^the certificate is not for api.example but for server$/,
    ],
    ['from an unknown authority', { names: ['api.example'], issuer: other }, /cannot be verified|not trusted/],
  ])(
    'fails on a certificate that is %s, before it has sent anything; unless it does not mind',
    async (_, parts, sentence) => {
      const seen: string[] = []
      const port = await serve(certificate({ subject: 'server', ...parts }), seen)
      const strict = await run(jobFor(`https://api.example:${port}/`), { trust, resolve })
      expect(strict.report).toMatchObject({ result_category: 'FAIL', exception_type: 'download', http_code: null })
      expect(strict.detail.exception).toMatch(sentence)
      expect(strict.detail.tls?.subject).toBe('server')
      expect(seen).toEqual([])
      const lax = await run(jobFor(`https://api.example:${port}/`, { call: { verify_tls: false } }), { trust, resolve })
      expect(lax.report).toMatchObject({ http_code: 200, exception_type: null })
      expect(lax.detail.messages.join()).toMatch(/^not verified, as this call asks/)
    },
  )

  test('asks for the name of its host without the dot that a whole name ends with', async () => {
    const { cert, key } = certificate({ subject: 'api.example', names: ['api.example'], issuer: authority })
    const asked: string[] = []
    const server = createServer(
      {
        cert,
        key,
        SNICallback(name, done) {
          asked.push(name)
          done(null)
        },
      },
      (_, response) => response.end('secure'),
    )
    const port = await listen(server)
    for (const host of ['api.example', 'api.example.']) {
      const { report } = await run(jobFor(`https://${host}:${port}/`), { trust, resolve })
      expect(report).toMatchObject({ http_code: 200, exception_type: null })
    }
    expect(asked).toEqual(['api.example', 'api.example'])
  })

  test('checks the certificate of an IP address for that address, and says each time what it is', async () => {
    const fitting = await serve(certificate({ subject: 'by address', names: ['127.0.0.1'], issuer: authority }))
    for (const _ of ['first', 'again']) {
      const { report, detail } = await run(jobFor(`https://127.0.0.1:${fitting}/`), { trust })
      expect(report).toMatchObject({ http_code: 200, exception_type: null })
      expect(detail.tls).toMatchObject({ subject: 'by address', issuer: 'Test Authority' })
    }
    const local = await serve(certificate({ subject: 'local', names: ['localhost'], issuer: authority }))
    const { detail } = await run(jobFor(`https://127.0.0.1:${local}/`), { trust })
    expect(detail.exception).toBe('the certificate is not for 127.0.0.1 but for local')
  })

  test('counts a wait after the request was sent for the server, not for the upload', async () => {
    const port = await serve(certificate({ subject: 'api.example', names: ['api.example'], issuer: authority }))
    let nowMs = 0
    let looks = 0
    // The third look at the clock is at the end of the handshake. Before the next turn of the event loop, time passes.
    const steadyMs = () => {
      looks++
      if (looks === 3)
        process.nextTick(() => {
          nowMs += 50
        })
      return nowMs
    }
    const clock = { steadyMs, epochMs: Date.now }
    const { report } = await run(jobFor(`https://127.0.0.1:${port}/`, { call: { verify_tls: false } }), { clock })
    expect(report.timing).toMatchObject({ upload: 0, processing: 50 })
  })

  test('to a server without TLS says so', async () => {
    const port = await listen(createTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')))
    const { detail } = await run(jobFor(`https://127.0.0.1:${port}/`))
    expect(detail.exception).toMatch(/^TLS handshake failed: 127.0.0.1:\d+ does not speak TLS$/)
  })
})
