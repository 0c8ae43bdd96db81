import { createSecureServer } from 'node:http2'
import { describe, expect, test } from 'vitest'
import { trusting } from '../../src/agent/runner/trust.ts'
import { certificate } from './certificate.ts'
import { jobFor, listen, rawServer, run } from './world.ts'

/** A server that answers with the first line and the lengths that it was sent. */
const echo = () =>
  rawServer((socket, request) => {
    const [line = ''] = request.split('\r\n')
    const lengths = request.match(/^content-length: .*$/gim) ?? []
    const body = [line, ...lengths].join('; ')
    socket.end(`HTTP/1.1 207 Multi-Status\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })

describe('A call with a method of its own', () => {
  test.each([
    ['PROPFIND', null, 'PROPFIND / HTTP/1.1'],
    ['purge', null, 'PURGE / HTTP/1.1'],
    ['M-SEARCH', null, 'M-SEARCH / HTTP/1.1'],
    ['TRACE', null, 'TRACE / HTTP/1.1'],
    ['QUERY', null, 'QUERY / HTTP/1.1; Content-Length: 0'],
    ['REPORT', '<x/>', 'REPORT / HTTP/1.1; Content-Length: 4'],
  ])('sends %s and reads its answer', async (method, body, answer) => {
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${await echo()}/`, { call: { method, body } }))
    expect(report).toMatchObject({ http_code: 207, exception_type: null })
    expect(detail.response?.body).toBe(answer)
    expect(detail.request.method).toBe(method.toUpperCase())
  })

  test('sends it over HTTP/2 too', async () => {
    const authority = certificate({ subject: 'Test Authority' })
    const own = certificate({ subject: 'api.example', names: ['api.example'], issuer: authority })
    const port = await listen(
      createSecureServer({ cert: own.cert, key: own.key }, (request, response) => response.end(request.method)),
    )
    const job = jobFor(`https://api.example:${port}/`, { call: { method: 'PROPFIND', body: '<propfind/>' } })
    const { detail } = await run(job, { trust: trusting(authority.cert), resolve: async () => ['127.0.0.1'] })
    expect(detail).toMatchObject({ protocol: 'h2', response: { body: 'PROPFIND' } })
  })

  test.each(['CONNECT', 'GET /admin', 'PUT\r\nX: y'])('sends nothing for %j', async (method) => {
    const { report, detail } = await run(jobFor('http://127.0.0.1:1/', { call: { method } }))
    expect(report).toMatchObject({ http_code: null, exception_type: 'api_setup' })
    expect(detail.exception).toMatch(/is not a method that calls can use$/)
  })

  test('keeps it on a redirect that does, and asks with GET where the answer is elsewhere', async () => {
    const target = await echo()
    for (const [status, sent] of [
      [302, 'PROPFIND'],
      [307, 'PROPFIND'],
      [303, 'GET'],
    ] as const) {
      const port = await rawServer((socket) =>
        socket.end(
          `HTTP/1.1 ${status} Elsewhere\r\nLocation: http://127.0.0.1:${target}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      )
      const call = { method: 'PROPFIND', redirect_method: 'keep' } as const
      const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { call }))
      expect(detail.response?.body).toBe(`${sent} / HTTP/1.1`)
    }
  })
})
