import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { openPages, type Pages } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'

type Row = { token: { token_type?: string; scope?: string; expire_time: string | null }; api_response: object }

const NOW = Date.parse('2026-03-01T12:00:00Z')
const SECRET = 'the client secret of the partner'
const IN_AN_HOUR = formatTime(NOW + 3_600_000)
const END = NOW / 1000 + 3600

let now = NOW
let running: TestServer
let provider: Pages
let answer: { status?: number; body: object | string; type?: string }
let auth_id: string

beforeAll(async () => {
  running = await startServer({ clock: () => now, env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  provider = await openPages({ '/token': () => answer, '/device': () => answer, '/revoke': () => answer })
  const made = await running.api.post<{ id: string }>('/api/2/auth/', {
    meta: { name: 'Partner' },
    settings: {
      auth_type: 'OAUTH2',
      allowed_origins: [provider.origin],
      token_url: `${provider.origin}/token`,
      device_url: `${provider.origin}/device`,
      revoke_url: `${provider.origin}/revoke`,
      grant_types: ['client_credentials', 'device_code'],
    },
    keys: { client_id: 'sonde', client_secret: SECRET },
  })
  auth_id = made.id
})
afterAll(async () => {
  await provider?.close()
  await running?.stop()
})

const grant = async (sent: typeof answer) => {
  answer = sent
  return running.api.call('POST', '/api/3/tokens/grant', { auth_id, grant: 'client_credentials' })
}
const granted = async (said: object): Promise<Row> => {
  const { status, body } = await grant({ body: { access_token: 'a', token_type: 'Bearer', expires_in: 3600, ...said } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as Row
}
const refusal = async (sent: typeof answer): Promise<string> => {
  const { status, body } = await grant(sent)
  expect(status, JSON.stringify(body)).toBe(422)
  return (body as { detail: { msg: string }[] }).detail[0]?.msg ?? ''
}
const jwtWith = (claims: object) =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

test.each(['bearer', 'BEARER', 'BearerToken', 'JWT', 'Token', 'access_token'])(
  'a token of the type %s is used as Bearer, and its record has the type',
  async (token_type) => {
    expect(await granted({ token_type })).toMatchObject({ token: { token_type }, api_response: { token_type } })
  },
)

test.each([[''], [null], [5], [{ toString: 1 }]])(
  'a token with the type %j is one of the type Bearer',
  async (sent) => {
    expect((await granted({ token_type: sent })).token.token_type).toBe('Bearer')
  },
)

test.each(['DPoP', 'dpop', 'MAC'])('a token of the type %s is refused, because calls prove no key', async (type) => {
  expect(await refusal({ body: { access_token: 'a', token_type: type } })).toMatch(`of the type ${type}, which every`)
})

test.each([
  [['read', 'write'], 'read write'],
  [null, undefined],
  ['read', 'read'],
])('the scope %j is read', async (scope, read) => {
  expect((await granted({ scope })).token.scope).toBe(read)
})

test.each([null, '', 5])('a refresh token that is %j is none', async (refresh_token) => {
  expect((await granted({ refresh_token })).token).not.toHaveProperty('refresh_token')
})

test.each([
  ['expires_in as a number', { expires_in: 3600 }],
  ['expires_in as a text', { expires_in: '3600' }],
  ['expires_in as a decimal', { expires_in: '3600.0' }],
  ['expires_on in seconds', { expires_in: null, expires_on: END }],
  ['expires_on as a text', { expires_in: undefined, expires_on: String(END) }],
  ['expires_at in seconds', { expires_in: '', expires_at: END }],
  ['expires_at in milliseconds', { expires_in: undefined, expires_at: END * 1000 }],
  ['expires_at as a date', { expires_in: undefined, expires_at: '2026-03-01T13:00:00Z' }],
  ['expires_at as a date with an offset', { expires_in: undefined, expires_at: '2026-03-01T14:00:00+01:00' }],
  ['expires_at as a date without a zone', { expires_in: undefined, expires_at: '2026-03-01T13:00:00' }],
  ['the claim of a JWT', { expires_in: undefined, access_token: `${jwtWith({ exp: END })}.x` }],
])('the expiry is learnt from %s', async (_, said) => {
  expect((await granted(said)).token.expire_time).toBe(IN_AN_HOUR)
})

test.each([
  ['nothing', {}],
  ['a lifetime of zero', { expires_in: 0 }],
  ['a negative lifetime', { expires_in: -1 }],
  ['a time that is over', { expires_on: NOW / 1000 - 60 }],
  ['words', { expires_at: 'never', expires_in: 'soon' }],
  ['a JWT without the claim', { access_token: `${jwtWith({ exp: {} })}.x` }],
])('a token has no known expiry with %s', async (_, said) => {
  expect((await granted({ expires_in: undefined, ...said })).token.expire_time).toBeNull()
})

const TOKEN = '{"access_token":"a","token_type":"Bearer","expires_in":3600}'
const FORM = 'access_token=a&scope=read&token_type=bearer&expires_in=3600'
test.each([
  ['JSON after a byte order mark', { body: `\ufeff${TOKEN}` }],
  ['a form', { body: FORM, type: 'application/x-www-form-urlencoded; charset=utf-8' }],
  ['a form as plain text', { body: FORM, type: 'text/plain' }],
  ['a form that is called JSON, after a byte order mark', { body: `\ufeff${FORM}` }],
  ['JSON with the status 201', { body: TOKEN, status: 201 }],
  ['JSON with the status 203', { body: TOKEN, status: 203 }],
])('a token is read from %s', async (_, sent) => {
  const { status, body } = await grant(sent)
  expect(status, JSON.stringify(body)).toBe(201)
  expect((body as Row).token.expire_time).toBe(IN_AN_HOUR)
})

const USED = { error: 'bad_verification_code', error_description: 'The code\u0007 is\nused up' }
test.each([
  ['an error with the status 200', { body: USED }, /\(bad_verification_code\)\. “The code is used up”\./],
  ['an error with the status 400', { body: USED, status: 400 }, /“The code is used up”/],
  ['an error with the status 401', { body: USED, status: 401 }, /“The code is used up”/],
  ['an error with the status 503', { body: { error: 'temporarily_unavailable' }, status: 503 }, /is overloaded/],
  [
    'an error as a form',
    { body: 'error=bad_code&error_description=It+is+used+up', type: 'application/x-www-form-urlencoded' },
    /\(bad_code\)\. “It is used up”\./,
  ],
  ['an error as an object', { body: { error: { code: 190, message: 'Too old' } }, status: 400 }, /\(190\)\. “Too old”/],
  ['a message with the status 401', { body: { message: 'Unknown client' }, status: 401 }, /401: “Unknown client”/],
  ['a message with the status 200', { body: { errcode: 40029, errmsg: 'invalid code' } }, /\(40029\)\. “invalid code”/],
  ['plain text with the status 401', { body: 'Unknown client', type: 'text/plain', status: 401 }, /“Unknown client”/],
])('the words of a provider are quoted: %s', async (_, sent, words) => {
  expect(await refusal(sent)).toMatch(words)
})

test('the words of a provider are quoted masked and in short', async () => {
  const body = { error: 'invalid_client', error_description: `${SECRET} ${'x'.repeat(5000)}` }
  for (const sent of [{ body }, { body, status: 401 }, { body: body.error_description, status: 401 }]) {
    const words = await refusal(sent)
    expect(words).not.toContain(SECRET)
    expect(words).toContain('xxx')
    expect(words.length).toBeLessThan(500)
  }
})

test('a code for a device is pending where its provider says so with the status 200', async () => {
  const code = {
    device_code: 'd',
    user_code: 'u',
    verification_url: 'https://x.example/',
    expires_in: '600',
    interval: '5',
  }
  answer = { body: code }
  const started = await running.api.call('POST', '/api/3/tokens/device', { auth_id })
  expect(started.body).toMatchObject({ verification_uri: 'https://x.example/', interval: 5 })
  const poll = async (body: object) => {
    answer = { body }
    now += 6_000
    const { flow_id } = started.body as { flow_id: string }
    return (await running.api.call('POST', '/api/3/tokens/device/poll', { flow_id })).body
  }
  expect(await poll({ error: 'authorization_pending' })).toMatchObject({ state: 'pending' })
  expect(await poll({ access_token: 'a' })).toMatchObject({ state: 'done' })
  now = NOW
})

test.each([200, 204])('a revocation is done with the status %s', async (status) => {
  const { body } = await grant({ body: TOKEN })
  answer = { status, body: '' }
  const revoked = await running.api.call('POST', `/api/3/tokens/${(body as { id: string }).id}/revoke`)
  expect(revoked.status, JSON.stringify(revoked.body)).toBe(200)
})
