import { describe, expect, test } from 'vitest'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { httpServer, jobFor, loopback, run } from './world.ts'

type Seen = { method: string; url: string; headers: Record<string, unknown>; body: string }

/** A server that redirects each path by a table, and records the requests. */
const server = async (routes: Record<string, [number, string, string[]?]>): Promise<{ port: number; seen: Seen[] }> => {
  const seen: Seen[] = []
  const port = await httpServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers }, body })
      const [status, location, cookies = []] = routes[request.url ?? ''] ?? [200, '']
      response.statusCode = status
      if (location) response.setHeader('location', location.replace('PORT', String(request.socket.localPort)))
      if (cookies.length > 0) response.setHeader('set-cookie', cookies)
      response.end('done')
    })
  })
  return { port, seen }
}

const secretHeaders = [
  { key: 'Authorization', value: 'Bearer abcdefghij' },
  { key: 'Cookie', value: 'own=1' },
  { key: 'X-Api-Key', value: 'k' },
  { key: 'X-Odd', value: 'holds hunter22 inside' },
  { key: 'X-Plain', value: 'plain' },
]

describe('A redirect', () => {
  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'PUT', 'GET', ''],
    [303, 'DELETE', 'GET', ''],
    [303, 'HEAD', 'HEAD', ''],
    [307, 'POST', 'POST', 'body'],
    [308, 'PATCH', 'PATCH', 'body'],
  ])('with status %i turns %s into %s', async (status, method, then, body) => {
    const { port, seen } = await server({ '/': [status, '/next'] })
    const { report, detail } = await run(
      jobFor(`http://127.0.0.1:${port}/`, { call: { method, body: method === 'HEAD' ? null : 'body' } }),
    )
    expect(seen[1]).toMatchObject({ method: then, url: '/next', body })
    expect('content-type' in (seen[1]?.headers ?? {})).toBe(body !== '')
    expect(report.http_code).toBe(200)
    expect(detail.redirects).toMatchObject([{ url: `http://127.0.0.1:${port}/`, status_code: status }])
    expect(report.timing.redirect).toBeGreaterThan(0)
    const { total, ...phases } = report.timing
    expect(Object.values(phases).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total, 6)
  })

  test.each([301, 302])('with status %i repeats every method but POST where the call keeps it', async (status) => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST']) {
      const { port, seen } = await server({ '/': [status, '/next'] })
      const body = method === 'OPTIONS' ? null : 'body'
      const { detail } = await run(
        jobFor(`http://127.0.0.1:${port}/`, { call: { method, body, redirect_method: 'keep' } }),
      )
      const isKept = method !== 'POST'
      expect(seen[1]).toMatchObject({ method: isKept ? method : 'GET', body: isKept ? (body ?? '') : '' })
      expect(detail.redirects).toMatchObject([{ method, status_code: status }])
    }
  })

  test('with status 302 takes no body with a secret to another origin where the call keeps its method', async () => {
    const other = await server({})
    const { port, seen } = await server({ '/': [302, `http://127.0.0.1:${other.port}/`] })
    const call = { method: 'PUT', body: 'pin={{pin}}', redirect_method: 'keep' } as const
    const parts = { call, variables: { pin: 'hunter22' }, secrets: ['hunter22'], secret_variables: ['pin'] }
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, parts))
    expect([seen.length, other.seen.length]).toEqual([1, 0])
    expect(detail.exception).toContain('redirect not followed: it would send the body, which contains a secret')
  })

  test('is followed at most ten times', async () => {
    const steps = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`/${n}`, [302, `/${n + 1}`] as [number, string]]))
    const ten = await server(steps(10))
    expect((await run(jobFor(`http://127.0.0.1:${ten.port}/0`))).report.http_code).toBe(200)
    const eleven = await server(steps(11))
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${eleven.port}/0`))
    expect(report).toMatchObject({ result_category: 'FAIL', exception_type: 'download' })
    expect(detail.exception).toBe('too many redirects: more than 10')
    expect(eleven.seen).toHaveLength(11)
  })

  test('is not followed if the call forbids it or the target is not a web address', async () => {
    const { port } = await server({ '/': [302, '/next'], '/app': [302, 'myapp://done'] })
    const stays = await run(jobFor(`http://127.0.0.1:${port}/`, { call: { follow_redirects: false } }))
    expect(stays.report).toMatchObject({ http_code: 302, result: 'HTTP_REDIRECT_ERROR' })
    const app = await run(jobFor(`http://127.0.0.1:${port}/app`))
    expect(app.report).toMatchObject({ http_code: 302, result: 'HTTP_REDIRECT_ERROR' })
    expect(app.detail.messages.join()).toMatch(/only http and https/)
  })

  test('to another origin carries no credentials; one to the same origin does', async () => {
    const other = await server({})
    const { port, seen } = await server({ '/away': [302, `http://127.0.0.1:${other.port}/`], '/here': [302, '/'] })
    const parts = { call: { headers: secretHeaders }, secrets: ['hunter22'] }
    await run(jobFor(`http://127.0.0.1:${port}/here`, parts))
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer abcdefghij', cookie: 'own=1', 'x-api-key': 'k' })
    await run(jobFor(`http://127.0.0.1:${port}/away`, parts))
    const arrived = other.seen[0]?.headers ?? {}
    expect(arrived).toMatchObject({ 'x-plain': 'plain', host: `127.0.0.1:${other.port}` })
    for (const name of ['authorization', 'cookie', 'x-api-key', 'x-odd']) expect(arrived).not.toHaveProperty(name)
  })

  test('to another origin carries no header that takes a secret variable, however short its value is', async () => {
    const other = await server({})
    const { port, seen } = await server({ '/away': [302, `http://127.0.0.1:${other.port}/`] })
    const headers = [
      { key: 'X-Note', value: 'pin {{pin}}' },
      { key: '{{name}}', value: '{{pin}}' },
      { key: 'X-Plain', value: 'plain 471' },
    ]
    const variables = { pin: '471', name: 'X-Named' }
    const parts = { call: { headers }, variables, secrets: ['471'], secret_variables: ['pin'] }
    await run(jobFor(`http://127.0.0.1:${port}/away`, parts))
    expect(seen[0]?.headers).toMatchObject({ 'x-note': 'pin 471', 'x-named': '471' })
    expect(other.seen[0]?.headers).toMatchObject({ 'x-plain': 'plain 471' })
    for (const name of ['x-note', 'x-named']) expect(other.seen[0]?.headers).not.toHaveProperty(name)
  })

  test('sends cookies set on the way, only to their host', async () => {
    const { port, seen } = await server({
      '/': [302, '/a', ['s=1; Path=/', 'gone=1; Max-Age=0', 'deep=1; Path=/deep', 'tls=1; Secure', 'x=1; Domain=com']],
      '/a': [302, 'http://other.example:PORT/b'],
    })
    const headers = [{ key: 'Cookie', value: 's=0; mine=1' }]
    const resolve = async () => ['127.0.0.1']
    await run(jobFor(`http://one.example:${port}/`, { call: { headers } }), { resolve })
    expect(seen.map(({ url, headers: { cookie } }) => [url, cookie])).toEqual([
      ['/', 's=0; mine=1'],
      ['/a', 'mine=1; s=1'],
      ['/b', undefined],
    ])
  })

  test('to a non-public address is refused, whatever the first address was', async () => {
    const { port } = await server({ '/': [302, 'http://169.254.169.254/latest/meta-data'] })
    const allowed = parseAllowed(`127.0.0.1:${port}`)
    const { report, detail } = await run(jobFor(`http://127.0.0.1:${port}/`), { allowed })
    expect(report).toMatchObject({ result_category: 'FAIL', exception_type: 'api_setup', http_code: null })
    expect(detail.exception).toMatch(/^169\.254\.169\.254 is not a public address\. .*SONDE_ALLOW_PRIVATE there\.$/)
  })
})

describe('The SSRF guard', () => {
  test.each(['127.0.0.1', '10.1.2.3', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0', 'localhost'])(
    'refuses %s unless the operator allows it',
    async (host) => {
      const { report, detail } = await run(jobFor(`http://${host}:9/`), { allowed: [] })
      expect(report.exception_type).toBe('api_setup')
      expect(detail.exception).toMatch(/public address/)
    },
  )

  test('reveals nothing about internal names, and sends them no request', async () => {
    const { port, seen } = await server({})
    const resolve = async (host: string) => (host === 'mixed.example' ? ['10.20.30.41', '127.0.0.1'] : ['10.20.30.40'])
    const refused = await run(jobFor(`http://inside.example:${port}/`), { allowed: [], resolve })
    expect(refused.detail.exception).toMatch(/^inside\.example does not lead to a public address\. /)
    const mixed = await run(jobFor(`http://mixed.example:${port}/`), { allowed: parseAllowed('127.0.0.1'), resolve })
    expect(mixed.report.http_code).toBe(200)
    expect(mixed.detail.dns.lookups).toMatchObject([{ ip: '127.0.0.1' }])
    expect(JSON.stringify([refused, mixed])).not.toContain('10.20.30.4')
    expect(seen.length).toBe(1)
  })

  test('connects only to checked addresses, even if the name’s answer changes', async () => {
    const { port, seen } = await server({})
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.3']]
    let asked = 0
    const resolve = async () => answers[asked++] ?? []
    const { report, detail } = await run(jobFor(`http://rebind.example:${port}/`), {
      resolve,
      allowed: parseAllowed('127.0.0.1'),
    })
    expect(asked).toBe(1)
    expect(report).toMatchObject({ http_code: 200, dest_ip: '127.0.0.1' })
    expect(detail.dns.lookups).toMatchObject([{ domain: 'rebind.example', ip: '127.0.0.1' }])
    const second = await run(jobFor(`http://rebind.example:${port}/`), { resolve, allowed: parseAllowed('127.0.0.1') })
    expect(second.report.exception_type).toBe('api_setup')
    expect(seen).toHaveLength(1)
  })

  test('keeps the allowed addresses of a name with both kinds', async () => {
    const { port } = await server({})
    const resolve = async () => ['10.0.0.1', '127.0.0.1']
    const { report } = await run(jobFor(`http://mixed.example:${port}/`), {
      resolve,
      allowed: parseAllowed('127.0.0.1'),
    })
    expect(report).toMatchObject({ http_code: 200, dest_ip: '127.0.0.1' })
  })

  test('tries the next address when one refuses, and records both', async () => {
    const { port } = await server({})
    const resolve = async () => ['127.0.0.9', '127.0.0.1']
    const { report, detail } = await run(jobFor(`http://two.example:${port}/`), { resolve, allowed: loopback })
    expect(report).toMatchObject({ http_code: 200, dest_ip: '127.0.0.1' })
    expect(detail.messages).toEqual([`connection refused by 127.0.0.9:${port}; trying the next address`])
  })
})
