import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOOR_HEADERS } from '../../../src/server/http/door-headers.ts'
import { openBrowser, type SignedIn, signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

// Doors beside the API: whatever comes, they answer with their security headers, and never as a fault of the server.

let running: TestServer
let url: string
let ada: SignedIn
beforeAll(async () => {
  running = await startServer()
  url = running.server.url
  ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
})
afterAll(() => running.stop())

const DOORS = [
  '/authorize',
  '/authorize/x',
  '/activate',
  '/activate/',
  '/activate?user_code=BBBB-BBBB',
  '/activate/x',
  '/device',
  '/device?user_code=BBBB-BBBB',
  '/v2/logout',
  '/v2/logout?client_id=nobody&returnTo=https://evil.example',
  '/oidc/logout',
  '/oidc/logout/confirm',
  '/oidc/logout/success',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/device/code',
  '/oauth/x',
  '/userinfo',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  '/.well-known/x',
  '/.well-known/oauth-authorization-server/connect',
  '/.well-known/oauth-protected-resource/mcp',
  '/connect/token',
  '/connect/register',
  '/connect/revoke',
  '/mcp',
]

const PAGES = ['/connect/authorize', '/interaction/x', '/interaction/x/login', '/interaction/x/details']
/** Whether the web app or the API answers. */
const isBeside = (path: string, method: string): boolean =>
  PAGES.includes(path) || (path.startsWith('/device') && !/^(GET|HEAD)$/.test(method))

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']

const bodies: readonly (readonly [string, RequestInit])[] = [
  ['no body', {}],
  ['a form', { body: new URLSearchParams({ xsrf: 'x', user_code: 'BBBB', confirm: 'yes', token: 'x' }) }],
  ['a field that comes twice', { body: new URLSearchParams('user_code=a&user_code=b&client_id=a&client_id=b') }],
  ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
  ['an odd type', { body: 'x', headers: { 'content-type': 'text/xml' } }],
  ['a broken form', { body: '%E0%A4%A=%00', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['a large body', { body: 'a'.repeat(100_000), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
]

/** Cookies by what is wrong with them. */
const cookies = (): Readonly<Record<string, string>> => {
  const [id = '', signature = ''] = ada.cookies.split('; ').sort()
  return {
    none: '',
    unsigned: 'sonde_session=x; sonde_interaction=x; sonde_resume=x',
    'with a foreign signature': `sonde_session=x; ${signature}`,
    'with an odd text': 'sonde_session=%00%ff; sonde_session.sig=; =; ;;',
    signed: `${id}; ${signature}`,
  }
}

const ask = async (path: string, init: RequestInit) => {
  // Entered codes are counted, and this law is not about them.
  await running.server.services.database.db.deleteFrom('throttle').execute()
  const answer = await fetch(url + path, { redirect: 'manual', ...init })
  await answer.body?.cancel()
  return answer
}

const problemsOf = (answer: Response, ofOthers: boolean): string[] => {
  const missing = Object.keys(DOOR_HEADERS).filter((name) => !answer.headers.has(name))
  const stored = /no-store/.test(answer.headers.get('cache-control') ?? '') ? [] : ['may be stored']
  return [
    ...(answer.status >= 500 && !(ofOthers && answer.status === 503) ? [`answers ${answer.status}`] : []),
    // The API’s answers are no pages: there is no window to keep apart.
    ...(ofOthers ? [] : [...missing.map((name) => `has no ${name}`), ...stored]),
  ]
}

const sweep = async (cookie: string): Promise<string[]> => {
  const found: string[] = []
  for (const path of [...DOORS, ...PAGES])
    for (const method of METHODS)
      for (const [what, init] of method === 'GET' || method === 'HEAD' ? bodies.slice(0, 1) : bodies) {
        const headers = { ...init.headers, ...(cookie !== '' && { cookie }), accept: 'text/html' }
        const answer = await ask(path, { ...init, method, headers })
        for (const problem of problemsOf(answer, isBeside(path, method)))
          found.push(`${method} ${path} with ${what}: ${problem}`)
      }
  return found
}

test.each(['none', 'unsigned', 'with a foreign signature', 'with an odd text', 'signed'])(
  'every door answers every method and body with its headers, and no 5xx (cookie: %s)',
  async (kind) => {
    expect(await sweep(cookies()[kind] ?? '')).toEqual([])
  },
  120_000,
)

test('a session that is over is none', async () => {
  const browser = openBrowser()
  await browser.ask(`${url}/activate`)
  await running.server.services.database.db.deleteFrom('oidc_store').where('model', '=', 'Session').execute()
  const answer = await browser.ask(`${url}/activate`, { method: 'POST', body: new URLSearchParams({ user_code: 'x' }) })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/activate'])
})

test('nothing of it is logged as an error', () => {
  expect(running.log.filter((line) => /error|fault/i.test(line))).toEqual([])
})
