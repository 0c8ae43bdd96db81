import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { trusting } from '../../src/agent/runner/trust.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { certificate } from './certificate.ts'
import { httpServer, jobFor, listen, run } from './world.ts'

const authority = certificate({ subject: 'Test Authority' })
const trust = trusting(authority.cert)
/** Names lead nowhere, so that only a detour finds a server. */
const resolve = async (host: string): Promise<readonly string[]> => {
  if (host === 'staging.example') return ['127.0.0.1']
  throw Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' })
}

const echo = () =>
  httpServer((request, response) => response.end(`${request.headers.host} ${request.headers['x-key'] ?? ''}`))

const secure = (names: string[]) =>
  listen(
    createServer({ ...certificate({ subject: 'server', names, issuer: authority }) }, (request, response) => {
      response.end(
        `${String((request.socket as TLSSocket & { servername?: string }).servername)} ${request.headers.host}`,
      )
    }),
  )

describe('A call that connects to another server', () => {
  test.each(['127.0.0.1', 'staging.example'])('%s keeps its address and Host header, and says so', async (host) => {
    const port = await echo()
    const job = jobFor('http://api.example/x', { call: { connect_to: `${host}:${port}` } })
    const { report, detail } = await run(job, { resolve })
    expect(report).toMatchObject({ http_code: 200, exception_type: null })
    expect(detail.response?.body).toBe('api.example ')
    expect(detail.request.url).toBe('http://api.example/x')
    expect(detail.messages).toEqual([`connects to ${host}:${port} instead of api.example:80, as this call asks`])
  })

  test('checks the certificate for the name of the address', async () => {
    const port = await secure(['api.example'])
    const call = { connect_to: `127.0.0.1:${port}` }
    const { detail } = await run(jobFor('https://api.example/', { call }), { resolve, trust })
    expect(detail.response?.body).toBe('api.example api.example')
    const wrong = await run(jobFor('https://else.example/', { call }), { resolve, trust })
    expect(wrong.detail.exception).toMatch(/^the certificate is not for else.example/)
  })

  test('may not connect where the agent may not', async () => {
    const call = { connect_to: `127.0.0.1:${await echo()}` }
    const { report, detail } = await run(jobFor('http://api.example/', { call }), {
      resolve,
      allowed: parseAllowed(''),
    })
    expect(report).toMatchObject({ exception_type: 'api_setup', http_code: null })
    expect(detail.exception).toMatch(/^127.0.0.1 is not a public address/)
  })

  test('follows a redirect of its host there, and of another host to that host', async () => {
    const elsewhere = await httpServer((_request, response) => response.end('elsewhere'))
    const port = await httpServer((request, response) => {
      const to = { '/own': 'http://api.example/end', '/other': `http://staging.example:${elsewhere}/` }[
        request.url ?? ''
      ]
      if (to === undefined) response.end(`end of ${request.headers.host}`)
      else response.writeHead(302, { location: to }).end()
    })
    const call = { connect_to: `127.0.0.1:${port}` }
    const own = await run(jobFor('http://api.example/own', { call }), { resolve })
    expect(own.detail.response?.body).toBe('end of api.example')
    const other = await run(jobFor('http://api.example/other', { call }), { resolve })
    expect(other.detail.response?.body).toBe('elsewhere')
  })

  test('does not follow a redirect to another port of its host, for which it has no server', async () => {
    const port = await httpServer((_request, response) =>
      response.writeHead(301, { location: 'https://api.example/' }).end(),
    )
    const call = { connect_to: `127.0.0.1:${port}` }
    const { report, detail } = await run(jobFor('http://api.example/', { call }), { resolve })
    expect(report.http_code).toBe(301)
    expect(detail.messages.join()).toMatch(/redirect not followed: .* it leads to another port/)
  })

  test('sends secrets there only where they may go', async () => {
    const port = await echo()
    const secrets = {
      call: { connect_to: `127.0.0.1:${port}`, headers: [{ key: 'X-Key', value: 'hunter22' }] },
      secrets: ['hunter22'],
      secret_fields: ['X-Key'],
    }
    const refused = await run(jobFor('http://api.example/', { ...secrets, secret_origins: ['http://api.example'] }), {
      resolve,
    })
    expect(refused.report).toMatchObject({ exception_type: 'api_setup', http_code: null })
    expect(refused.detail.exception).toContain(`would send it to http://127.0.0.1:${port}`)
    const both = ['http://api.example', `http://127.0.0.1:${port}`]
    const sent = await run(jobFor('http://api.example/', { ...secrets, secret_origins: both }), { resolve })
    expect(sent.report).toMatchObject({ http_code: 200 })
  })

  test('does not authenticate there unless its credentials may go there', async () => {
    const port = await httpServer((request, response) => response.end(request.headers.authorization ?? 'nobody'))
    const auth = { type: 'basic', username: 'ada', password: 'pw' } as const
    const job = (secret_origins: string[]) =>
      jobFor('http://api.example/', { call: { connect_to: `127.0.0.1:${port}` }, auth, secret_origins })
    const without = await run(job(['http://api.example']), { resolve })
    expect(without.detail.response?.body).toBe('nobody')
    const { report } = await run(job(['http://api.example', `http://127.0.0.1:${port}`]), { resolve })
    expect(report.response_size).toBeGreaterThan(6)
  })
})

describe('A call with a TLS name', () => {
  test('asks for it, and wants a certificate for it', async () => {
    const port = await secure(['inner.example'])
    const call = { tls_name: 'inner.example' }
    const { detail } = await run(jobFor(`https://staging.example:${port}/`, { call }), { resolve, trust })
    expect(detail.response?.body).toBe(`inner.example staging.example:${port}`)
    expect(detail.messages).toEqual(['asks for the TLS name inner.example, as this call asks'])
    const wrong = await run(jobFor(`https://staging.example:${port}/`), { resolve, trust })
    expect(wrong.detail.exception).toMatch(/^the certificate is not for staging.example/)
  })

  test('that is an IP address is checked, but not sent (RFC 6066, section 3)', async () => {
    const port = await secure(['staging.example'])
    const call = { tls_name: '10.0.0.5' }
    const { detail } = await run(jobFor(`https://staging.example:${port}/`, { call }), { resolve, trust })
    expect(detail.exception).toMatch(/^the certificate is not for 10.0.0.5/)
  })

  test('sends secrets only where they may go by that name too', async () => {
    const port = await secure(['inner.example'])
    const origins = [`https://staging.example:${port}`]
    const job = jobFor(`https://staging.example:${port}/`, {
      call: { tls_name: 'inner.example', headers: [{ key: 'X-Key', value: 'hunter22' }] },
      secrets: ['hunter22'],
      secret_fields: ['X-Key'],
      secret_origins: origins,
    })
    const { detail } = await run(job, { resolve, trust })
    expect(detail.exception).toContain(`would send it to https://inner.example:${port}`)
  })
})
