import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages, type Pages } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let provider: Pages
let answer: { status?: number; body?: object } = {}
let auth_id: string

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  provider = await openPages({ '/token': () => answer, '/device': () => answer })
  const made = await running.api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: [provider.origin],
      token_url: `${provider.origin}/token`,
      device_url: `${provider.origin}/device`,
      grant_types: ['client_credentials', 'device_code'],
    },
    keys: { client_id: 'sonde', client_secret: 'secret' },
  })
  auth_id = made.id
})
afterAll(async () => {
  await provider?.close()
  await running?.stop()
})

const odd = fc.oneof(
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    'a\udc01b',
    '',
    ' ',
    'x'.repeat(20_000),
    1e308,
    1e15,
    -1,
    0.5,
    true,
    null,
    [],
  ),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const fields = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })

test('whatever a token endpoint answers, it is no fault of the server, and can be read back', async () => {
  const named = fields(
    'access_token',
    'token_type',
    'expires_in',
    'refresh_token',
    'scope',
    'error',
    'error_description',
  )
  const more = fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), odd, { maxKeys: 3 })
  await fc.assert(
    fc.asyncProperty(named, more, fc.constantFrom(200, 201, 400, 500), async (said, others, status) => {
      answer = { status, body: { access_token: 'token', token_type: 'Bearer', ...others, ...said } }
      const granted = await running.api.call('POST', '/api/3/tokens/grant', {
        auth_id,
        grant: 'client_credentials',
      })
      expect(granted.status, JSON.stringify(granted.body)).toBeLessThan(500)
      expect((await running.api.call('GET', '/api/2/tokens/?limit=1')).status).toBe(200)
    }),
    { numRuns: 100 },
  )
}, 120_000)

test('whatever a device endpoint answers, it is no fault of the server', async () => {
  const named = fields(
    'device_code',
    'user_code',
    'verification_uri',
    'verification_uri_complete',
    'interval',
    'expires_in',
  )
  await fc.assert(
    fc.asyncProperty(named, async (said) => {
      const usual = { device_code: 'd', user_code: 'u', verification_uri: 'https://x.example/', expires_in: 600 }
      answer = { body: { ...usual, ...said } }
      const started = await running.api.call('POST', '/api/3/tokens/device', { auth_id })
      expect(started.status, JSON.stringify(started.body)).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test.each([
  ['a null character in a field’s name', { 'a\0b': 1 }],
  ['an unpaired surrogate in the scope', { scope: 'a\ud800' }],
  ['a lifetime beyond all times', { expires_in: 1e308 }],
  ['a text that is cut within a character', { more: `${'x'.repeat(999)}😀` }],
])('a token whose answer has %s is stored', async (_, said) => {
  answer = { body: { access_token: 'token', token_type: 'Bearer', ...said } }
  const granted = await running.api.call('POST', '/api/3/tokens/grant', {
    auth_id,
    grant: 'client_credentials',
  })
  expect(granted.status, JSON.stringify(granted.body)).toBe(201)
})

test('an answer that is nested too deeply is read as far as it goes', async () => {
  let nested: unknown = 'deep'
  for (let level = 0; level < 2000; level++) nested = [nested]
  answer = { body: { access_token: 'token', token_type: 'Bearer', nested } }
  const granted = await running.api.call('POST', '/api/3/tokens/grant', {
    auth_id,
    grant: 'client_credentials',
  })
  expect(granted.status).toBe(201)
})
