import { once } from 'node:events'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { parseAllowed } from '../../../src/domain/core/addresses.ts'
import { deliver } from '../../../src/server/delivery/deliver.ts'
import { guardedRequest } from '../../../src/server/delivery/guarded-request.ts'
import { certificate } from '../../agent/certificate.ts'
import { deliveringTo, docOf, messageOf } from '../../support/delivering.ts'
import { canaryOf } from '../../support/webhook-parameters.ts'

const open: (Server & { closeAllConnections?: () => void })[] = []
afterAll(() => {
  for (const server of open) {
    server.closeAllConnections?.()
    server.close()
  }
})

const portOf = async (server: Server): Promise<number> => {
  open.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
const answering = (listener: RequestListener) => portOf(createHttp(listener))

const post = (url: string, allowed = '127.0.0.1,localhost', timeoutMs?: number) =>
  guardedRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    allowed: parseAllowed(allowed),
    ...(timeoutMs && { timeoutMs }),
  })

test('a connection is used again for the next request, and one that the receiver closed is replaced', async () => {
  const allowed = parseAllowed('127.0.0.1')
  let [connections, requests] = [0, 0]
  const server = createHttp((request, response) => {
    requests++
    // As a receiver does whose idle time is over just as the next request arrives.
    if (requests === 3 && connections === 1) request.socket.resetAndDestroy()
    else response.writeHead(204).end()
  })
  server.on('connection', () => connections++)
  const url = `http://127.0.0.1:${await portOf(server)}/`
  const send = () => guardedRequest(url, { method: 'POST', headers: {}, body: '{}', allowed, reads: true })
  expect(await send()).toMatchObject({ ok: true })
  await new Promise(setImmediate)
  expect(await send()).toMatchObject({ ok: true })
  expect(connections).toBe(1)
  await new Promise(setImmediate)
  expect(await send()).toMatchObject({ ok: true, error: null })
  expect([connections, requests]).toEqual([2, 4])
})

test('an accepted request needs no more of the response, however long it is', async () => {
  const port = await answering((_, response) => {
    response.writeHead(202)
    response.write('x'.repeat(1_000_000))
  })
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ ok: true, httpCode: 202, error: null, said: '' })
})

test('a refusal is reported with its status and the receiver’s response, on one line', async () => {
  const port = await answering((_, response) => response.writeHead(404).end('no_service:\n  unknown\u0000 hook'))
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    ok: false,
    httpCode: 404,
    error: 'The receiver answered 404.',
    said: 'no_service: unknown hook',
  })
})

test('HTML pages are not quoted, and an endless response is not awaited', async () => {
  const port = await answering((request, response) => {
    response.writeHead(500)
    if (request.url === '/html') response.end('<html>sorry</html>')
    else {
      const more = () => response.write('y'.repeat(10_000), () => response.destroyed || more())
      more()
    }
  })
  expect(await post(`http://127.0.0.1:${port}/html`)).toMatchObject({ httpCode: 500, said: '' })
  expect((await post(`http://127.0.0.1:${port}/endless`)).said).toBe('y'.repeat(200))
})

test('redirects are not followed, and their target is reported', async () => {
  let asked = 0
  const port = await answering((_, response) => {
    asked++
    response.writeHead(302, { location: 'http://inner.example/admin?token=x' }).end()
  })
  expect((await post(`http://127.0.0.1:${port}/`)).error).toBe(
    'The receiver answered 302 with a redirect to inner.example. Redirects are not followed.',
  )
  expect(asked).toBe(1)
})

test('Retry-After is respected, up to an hour', async () => {
  const port = await answering((request, response) =>
    response.writeHead(429, { 'retry-after': request.url === '/long' ? '999999' : '30' }).end(),
  )
  expect((await post(`http://127.0.0.1:${port}/`)).retryAfterMs).toBe(30_000)
  expect((await post(`http://127.0.0.1:${port}/long`)).retryAfterMs).toBe(3_600_000)
})

test('a silent, disconnecting or missing receiver is distinguished', async () => {
  const silent = await answering(() => {})
  expect((await post(`http://127.0.0.1:${silent}/`, '127.0.0.1', 50)).error).toMatch(/^The receiver did not answer/)
  const cutting = await portOf(createTcp((socket) => socket.once('data', () => socket.resetAndDestroy())))
  expect((await post(`http://127.0.0.1:${cutting}/`)).error).toBe('127.0.0.1 closed the connection before it answered.')
  const mute = await portOf(createTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n'))))
  expect((await post(`http://127.0.0.1:${mute}/`)).error).toBe('127.0.0.1 did not answer with HTTP.')
  const gone = createTcp()
  const port = await portOf(gone)
  await new Promise((resolve) => gone.close(resolve))
  expect((await post(`http://127.0.0.1:${port}/`)).error).toBe(
    '127.0.0.1 refused the connection: nothing listens on that port.',
  )
  expect((await post('http://no-such-name.invalid/', 'no-such-name.invalid')).error).toMatch(
    /^The name no-such-name.invalid (does not resolve|cannot be resolved at the moment)\.$/,
  )
})

test.each([
  ['self-signed', {}, 'is self-signed, so it is not trusted.'],
  ['expired', { until: '2021-06-01' }, /has expired\.|self-signed/],
])('a certificate that is %s is refused with the reason', async (_, parts, sentence) => {
  const made = certificate({ subject: 'server', names: ['localhost'], ...parts })
  let asked = 0
  const port = await portOf(createHttps({ cert: made.cert, key: made.key }, () => asked++))
  const outcome = await post(`https://localhost:${port}/`)
  expect(outcome).toMatchObject({ ok: false, httpCode: null })
  expect(outcome.error).toMatch(sentence)
  expect(asked).toBe(0)
  const plain = await answering((__, response) => response.end())
  expect((await post(`https://localhost:${plain}/`)).error).toMatch(/does not speak TLS on that port/)
})

test.each([
  'http://127.0.0.1:1/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/',
  'http://localhost:1/',
  'http://[::ffff:127.0.0.1]/',
  'http://0x7f000001/',
])('%s is not requested unless the operator allows it', async (url) => {
  const outcome = await post(url, '')
  expect(outcome).toMatchObject({ ok: false, httpCode: null })
  expect(outcome.error).toMatch(
    /is not a public address\. Whoever runs the server can allow it: set SONDE_ALLOW_PRIVATE there\.$/,
  )
})

test('headers quoted in a refusal are masked, however many there are', async () => {
  const port = await answering((request, response) => {
    response.writeHead(400).end(`no ${request.headers['x-token']} for ${request.headers.authorization?.slice(7)}`)
  })
  const filling = Array.from({ length: 40 }, (_, index) => `x-${index}: ${'!'.repeat(100)}`)
  const headers = ['x-token: CANARY-one-7f3a', 'Authorization: Bearer CANARY-two-7f3a', ...filling].join('\n')
  const doc = docOf('otel', { url: `http://127.0.0.1:${port}/`, headers })
  const consignment = { message: messageOf('alert'), doc, projectKey: 1, recipient: null }
  const { error } = await deliver(deliveringTo(`http://127.0.0.1:${port}`), consignment)
  expect(error).toBe('The receiver answered 400. It said: no •••••• for ••••••')
})

test('a secret address is masked in a refusal that quotes its path, its parts or what a receiver reads in it', async () => {
  const port = await answering((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const note = url.searchParams.get('note')
    response.writeHead(404).end(`Cannot POST ${url.pathname}: no ${url.pathname.split('/')[3]} (${note})`)
  })
  const address = `http://127.0.0.1:${port}/services/T0AB12CD34/B0EF56GH78?note=one1+two+three`
  const { error } = await deliver(deliveringTo(`http://127.0.0.1:${port}`), {
    message: messageOf('alert'),
    doc: docOf('slack', { url: address }),
    projectKey: 1,
    recipient: null,
  })
  expect(error).toContain('The receiver answered 404. It said: Cannot POST')
  for (const part of ['T0AB12CD34', 'B0EF56GH78', 'one1 two']) expect(error).not.toContain(part)
})

test('a key quoted in a refusal is masked', async () => {
  const port = await answering(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { routing_key } = JSON.parse(text)
    response.writeHead(400).end(`invalid key ${routing_key} / ${Buffer.from(routing_key).toString('base64')}`)
  })
  const key = canaryOf('pager_duty_v2', 'integration_key')
  const doc = docOf('pager_duty_v2', { integration_key: key })
  const { error } = await deliver(deliveringTo(`http://127.0.0.1:${port}`), {
    message: messageOf('alert'),
    doc,
    projectKey: 1,
    recipient: null,
  })
  expect(error).toBe('The receiver answered 400. It said: invalid key •••••• / ••••••')
})

test('a key at the end of the quotation is not shown in part', async () => {
  const key = canaryOf('pager_duty_v2', 'integration_key')
  for (let before = 200 - key.length; before < 200; before += 3) {
    const port = await answering((_, response) => {
      response.writeHead(400).end(`${'x'.repeat(before)}${key}  and more`)
    })
    const { error } = await deliver(deliveringTo(`http://127.0.0.1:${port}`), {
      message: messageOf('alert'),
      doc: docOf('pager_duty_v2', { integration_key: key }),
      projectKey: 1,
      recipient: null,
    })
    expect(error).not.toContain(key.slice(0, 3))
  }
})
