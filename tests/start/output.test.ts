import { expect, test } from 'vitest'
import { apiWith } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { launch } from '../support/launch.ts'
import { openBrowser, signIn } from '../support/person.ts'
import { temporaryFolder } from '../support/temporary.ts'

const KEY = 'Output-Key-0123456789-abcdefghijklmn'

/** Lines of the log have a time; the others are the sentences of a start and a stop. */
const OWN_LINE = /^(\d{4}-\d\d-\d\dT[\d:.]+Z \S.*|[A-Z][^:]*…|Sonde is ready: \S+|Sample API: \S+)$/

const foreignLines = (said: string): string[] =>
  said.split('\n').filter((line) => line !== '' && (!OWN_LINE.test(line) || line.includes('A library says')))

test('a server and its agent print nothing but lines of their own, from the start over runs and sign-ins to the stop', async () => {
  const server = launch(temporaryFolder(), {
    SONDE_ADMIN_EMAIL: 'ada@example.com',
    SONDE_ADMIN_PASSWORD: 'correct horse battery',
    SONDE_ADMIN_API_KEY: KEY,
    SONDE_LIMITS: 'off',
  })
  const [, sample = ''] = await server.until(/Sample API: (\S+)/)
  const [, url = ''] = await server.until(/Sonde is ready: (\S+)/)
  const api = apiWith(url, KEY)
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'a' },
    request: { url: `${sample}/` },
  })
  await api.post(`/api/2/calls/${id}/run`, {})
  await eventually(async () => {
    const { results } = await api.get<{ results: object[] }>(`/api/2/results/call/${id}`)
    return results.length > 0
  })
  await signIn({ url }, 'ada@example.com', 'correct horse battery')
  // A sign-in of an unknown client, a refused one, a tool, and a client that leaves in the middle of an answer.
  const browser = openBrowser()
  await browser.ask(`${url}/authorize?client_id=nobody&response_type=code`)
  await browser.ask(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) })
  await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  const leaving = new AbortController()
  await fetch(`${url}/api/3/events`, { headers: { authorization: `Bearer ${KEY}` }, signal: leaving.signal })
  leaving.abort()
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(foreignLines(server.said())).toEqual([])
})

test('an sslmode that will change its meaning is one sentence of the log', async () => {
  const server = launch(temporaryFolder(), { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c?sslmode=require' })
  expect(await server.ended).toBe(1)
  const [reason, ...more] = foreignLines(server.said())
  expect([reason, more]).toEqual([expect.stringContaining('cannot be used: connect ECONNREFUSED'), []])
  expect(server.said().match(/write that instead of prefer, require or verify-ca/g)).toHaveLength(1)
})
