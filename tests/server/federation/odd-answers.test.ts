import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProvider, openFederatedTry } from '../../support/federation.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { openToldProvider, type ToldProvider } from '../../support/told-provider.ts'

let running: TestServer
let told: ToldProvider
let provider: string
const db = () => running.server.services.database.db

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  told = await openToldProvider()
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  provider = await addProvider(admin, told, { admits: true })
})
afterAll(async () => {
  await told?.close()
  await running?.stop()
})
const ordinary = { claims: {}, discovery: {}, tokens: {}, key: {}, userinfo: {} }
beforeEach(() => void Object.assign(told, ordinary))

/** Signs in as far as the answers of the provider allow; returns the last status and sentence. */
const attempt = async (
  answers: Partial<typeof ordinary>,
): Promise<{ status: number; body: { error_msg?: string; redirect_to?: string } }> => {
  Object.assign(told, ordinary, answers)
  const trying = await openFederatedTry(running.server.url)
  const started = await trying.start(provider)
  return started.status === 200 ? trying.finish(told.answer(started.body.redirect_to ?? '')) : started
}

const accountsWithoutEntry = async () => {
  const accounts = await db().selectFrom('account').select(['id', 'email']).where('federated', '=', true).execute()
  const entries = await db().selectFrom('audit').select('resource').where('action', '=', 'account.register').execute()
  const known = JSON.stringify(entries)
  return accounts.filter(({ id }) => !known.includes(id)).map(({ email }) => email)
}

const oddText = fc.oneof(
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', 'a\udc01b', '\u202e', 'x'.repeat(10_000), 'true', 'a,b@x.example'),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}@x.example`),
)
const odd = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      null,
      1e308,
      -1,
      true,
      [],
      {},
      ['\0'],
      'ftp://x/',
      'file:///etc/passwd',
      '/x',
      'https://',
    ),
  },
)
const fields = (...names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })

test('whatever a provider says of a person, it is no fault of the server, and no account is without its audit entry', async () => {
  let many = 0
  const claims = fc.record({
    base: fc.constantFrom({}, { email: true }),
    odd: fields('sub', 'email', 'email_verified', 'name', 'preferred_username'),
  })
  await fc.assert(
    fc.asyncProperty(claims, fields('email', 'name'), async (said, userinfo) => {
      many += 1
      const email = 'email' in said.base ? { email: `p${many}@x.example` } : {}
      const { status } = await attempt({ claims: { sub: `s${many}`, ...email, ...said.odd }, userinfo })
      expect(status).toBeLessThan(500)
      expect(await accountsWithoutEntry()).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 120_000)

test('whatever a provider publishes, it is no fault of the server', async () => {
  const answers = fc.record({
    discovery: fields(
      'issuer',
      'authorization_endpoint',
      'token_endpoint',
      'jwks_uri',
      'userinfo_endpoint',
      'token_endpoint_auth_methods_supported',
      'id_token_signing_alg_values_supported',
      'authorization_response_iss_parameter_supported',
    ),
    tokens: fields('access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'id_token'),
    key: fields('kty', 'n', 'e', 'alg', 'use', 'kid', 'key_ops'),
  })
  const one = fc.constantFrom('discovery', 'tokens', 'key')
  await fc.assert(
    fc.asyncProperty(answers, one, async (all, name) => {
      const { status, body } = await attempt({ claims: { sub: 'plain', email: 'plain@x.example' }, [name]: all[name] })
      expect(status, body.error_msg).toBeLessThan(500)
    }),
    { numRuns: 60 },
  )
}, 120_000)

test.each([
  ['an empty subject', { sub: '' }],
  ['a subject with a null character', { sub: 'a\0b' }],
  ['a subject with an unpaired surrogate', { sub: 'a\ud800' }],
  ['a subject of more than 255 characters', { sub: 'x'.repeat(256) }],
])('%s is refused in a sentence', async (_, claims) => {
  const { status, body } = await attempt({ claims: { email: 'sub@x.example', ...claims } })
  expect(status).toBe(422)
  expect(body.error_msg).toMatch(/^127\.0\.0\.1:\d+ identifies you/)
})

test.each([
  ['a null character', 'a\0@x.example'],
  ['an unpaired surrogate', 'a\ud800@x.example'],
  ['a mark that turns text round', 'a\u202e@x.example'],
  ['a list', 'a,b@x.example'],
])('an email address with %s makes no account, and hinders nobody who has one', async (_, email) => {
  const { status, body } = await attempt({ claims: { sub: 'nobody yet', email } })
  expect(status).toBe(403)
  expect(body.error_msg).toMatch(/valid email address/)
  expect((await attempt({ claims: { sub: 'somebody', email: 'somebody@x.example' } })).status).toBe(200)
  expect((await attempt({ claims: { sub: 'somebody', email } })).status).toBe(200)
})

test.each([
  ['authorization_endpoint', 5],
  ['authorization_endpoint', undefined],
  ['token_endpoint', 'ftp://127.0.0.1/x'],
  ['token_endpoint', '/x'],
  ['jwks_uri', 'file:///etc/passwd'],
  ['token_endpoint_auth_methods_supported', 5],
])('a discovery document with a wrong %s (%s) is refused with its name', async (name, value) => {
  const { status, body } = await attempt({ claims: { sub: 's' }, discovery: { [name]: value } })
  expect(status).toBe(422)
  expect(body.error_msg).toContain(name)
})

test('an account whose audit entry cannot be written is not made', async () => {
  await sql`
    create function refuse_entry() returns trigger language plpgsql as $$ begin
      if new.action = 'account.register' then raise exception 'the log is full'; end if;
      return new;
    end $$`.execute(db())
  await sql`create trigger refuse_entry before insert on audit for each row execute function refuse_entry()`.execute(
    db(),
  )
  const { status } = await attempt({ claims: { sub: 'unnoted', email: 'unnoted@x.example' } })
  await sql`drop trigger refuse_entry on audit`.execute(db())
  expect(status).toBe(500)
  expect(await accountsWithoutEntry()).toEqual([])
  expect((await attempt({ claims: { sub: 'unnoted', email: 'unnoted@x.example' } })).status).toBe(200)
})

test.each([
  ['a type of its own', { token_type: 'JWT' }],
  ['no type', { token_type: null }],
  ['a list of scopes', { scope: ['openid'] }],
  ['null for what it does not have', { expires_in: null, refresh_token: null }],
])('a provider whose tokens have %s signs people in', async (_, tokens) => {
  const { status, body } = await attempt({ claims: { sub: 'typed', email: 'typed@x.example' }, tokens })
  expect(status, body.error_msg).toBe(200)
})

test('the reason that a provider gives with the status 200 is quoted', async () => {
  const tokens = { id_token: undefined, error: 'slow_down', error_description: 'Wait a minute' }
  const { status, body } = await attempt({ claims: { sub: 'refused' }, tokens })
  expect(status).toBe(422)
  expect(body.error_msg).toContain('(slow_down). “Wait a minute”.')
})
