import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { openSampleNear } from '../../../src/server/sample/near.ts'
import { openServer } from '../../../src/server/server.ts'
import { openStoreBeside } from '../../../src/server/start/store-beside.ts'
import { verifyAudit } from '../../../src/server/start/verify-audit.ts'
import { StartProblem } from '../../../src/server/start-problem.ts'
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts'

const read = (env: Record<string, string>) => readConfiguration(env, () => {})

test.each([
  ['PORT', 'many'],
  ['PORT', '70000'],
  ['SONDE_URL', 'sonde.example.com'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SONDE_SECRET_KEY', 'short'],
  ['SONDE_PROJECT_HEADER', 'a header'],
  ['SONDE_ALLOW_PRIVATE', '10.0.0.0/99'],
  ['SONDE_ADMIN_EMAIL', 'ada@example.com'],
  ['SONDE_URL', 'https://sonde.example.com/path'],
  ['SONDE_URL', 'http://sonde.lan:45200'],
  ['SONDE_URL', 'http://192.168.1.5:4600'],
  ['SONDE_URL', 'http://localhost.example.com'],
  ['SONDE_REGISTRATION', 'everybody'],
  ['SONDE_AUTH_DOMAIN', 'tenant.eu.auth0.com'],
  ['SONDE_AUTH_ADMIN', 'auth0|abc'],
  ['SONDE_TRUST_PROXY', '10.0.0.0/8, proxy.example.com'],
  ['SONDE_SMTP_URL', 'mail.example.com:587'],
  ['SONDE_MAIL_FROM', 'sonde@example.com'],
  ['SONDE_ENVIRONMENT', 'x'.repeat(41)],
  ['SONDE_REPORT_URL', 'reports.example.com'],
  ['SONDE_BROWSER_CONCURRENCY', 'abc'],
  ['SONDE_BROWSER_CONCURRENCY', '0'],
  ['SONDE_DEFAULT_QUERY', 'tenant=acme&tenant=other'],
])('%s=%s is refused with one sentence that names the variable', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(StartProblem)
  expect(() => read({ [name]: value })).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`))
})

test.each([
  'https://sonde.lan:45200',
  'http://localhost:4600',
  'http://sonde.localhost:4600',
  'http://127.0.0.5:4600',
  'http://[::1]:4600',
])('%s is a URL at which browsers let people sign in', (url) => {
  expect(read({ SONDE_URL: url }).url).toBe(url)
})

test.each([
  ['127.0.0.1', 'http://localhost:4600'],
  ['127.0.0.5', 'http://127.0.0.5:4600'],
  ['0.0.0.0', 'http://localhost:4600'],
  ['::', 'http://localhost:4600'],
  ['::1', 'http://[::1]:4600'],
  ['localhost', 'http://localhost:4600'],
])('with HOST=%s and no SONDE_URL, Sonde is at %s', (host, url) => {
  expect(read({ HOST: host }).url).toBe(url)
})

test('with a HOST that browsers reach only over plain http, the log says what to set', () => {
  const told: string[] = []
  const { url } = readConfiguration({ HOST: '192.168.1.5' }, (line) => told.push(line))
  expect(url).toBe('http://192.168.1.5:4600')
  expect(told).toEqual([
    'Browsers let nobody sign in at http://192.168.1.5:4600, because it is neither https nor localhost: set SONDE_URL to an https URL that leads here.',
  ])
})

test.each([
  [
    { SONDE_ALLOW_PRIVATE: 'http://x' },
    'SONDE_ALLOW_PRIVATE: "http://x" has a scheme; list hosts without one, such as 10.0.0.5:8080.',
  ],
  [
    { DATABASE_URL: 'postgres://ada:secret@db:99999/sonde' },
    'The port in DATABASE_URL must be from 1 to 65535, but is 99999.',
  ],
  [
    { DATABASE_URL: 'postgres://ada:se/cret@db:5432/sonde' },
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/sonde, in which special characters of the password are percent-encoded (/ as %2F).',
  ],
  [{ SONDE_INTEGRATIONS: '{' }, 'SONDE_INTEGRATIONS: it is not JSON; it must be a list such as'],
  [
    { SONDE_INTEGRATIONS: '{}' },
    'SONDE_INTEGRATIONS: it must be a list such as [{"id": "datadog", "client_id": "…", "client_secret": "…"}].',
  ],
])('%j is refused with “%s”', (env, sentence) => {
  expect(() => read(env)).toThrow(sentence)
})

test.each(['postgres://ada@db/sonde', 'postgres://ada@/sonde?host=/run/postgresql', 'postgresql:///sonde'])(
  'DATABASE_URL=%s is taken',
  (url) => {
    expect(read({ DATABASE_URL: url }).databaseUrl).toBe(url)
  },
)

test('the highest port has no next one, so the sample API takes another', async () => {
  const told: string[] = []
  const sample = await openSampleNear(65_536, (line) => told.push(line))
  await sample.stop()
  expect(told).toEqual(['The highest port has no next one for the sample API; using another one.'])
})

test('an administrator needs a valid address, a valid password and a long enough key', () => {
  const admin = { SONDE_ADMIN_EMAIL: 'ada@example.com', SONDE_ADMIN_PASSWORD: 'long enough' }
  expect(read(admin).admin).toEqual({ email: 'ada@example.com', password: 'long enough', apiKey: null })
  expect(() => read({ ...admin, SONDE_ADMIN_EMAIL: 'ada' })).toThrow('SONDE_ADMIN_EMAIL')
  expect(() => read({ ...admin, SONDE_ADMIN_PASSWORD: 'short' })).toThrow('SONDE_ADMIN_PASSWORD')
  expect(() => read({ ...admin, SONDE_ADMIN_API_KEY: 'short' })).toThrow('SONDE_ADMIN_API_KEY')
})

test('a tenant has a domain, client, audience and admins, and excludes a first account with a password', () => {
  const tenant = {
    SONDE_AUTH_DOMAIN: 'tenant.eu.auth0.com/',
    SONDE_AUTH_CLIENT_ID: 'abc',
    SONDE_AUTH_AUDIENCE: 'https://sonde.example.com/api',
    SONDE_AUTH_ADMIN: 'auth0|one, google-oauth2|two',
  }
  expect(read(tenant).auth0).toEqual({
    domain: 'tenant.eu.auth0.com',
    clientId: 'abc',
    audience: 'https://sonde.example.com/api',
    admins: ['auth0|one', 'google-oauth2|two'],
  })
  expect(() => read({ ...tenant, SONDE_AUTH_AUDIENCE: 'api' })).toThrow('SONDE_AUTH_AUDIENCE')
  const admin = { SONDE_ADMIN_EMAIL: 'ada@example.com', SONDE_ADMIN_PASSWORD: 'long enough' }
  expect(() => read({ ...tenant, ...admin })).toThrow('SONDE_AUTH_ADMIN')
})

test('mail has a default sender at the installation’s host', () => {
  const mail = { SONDE_URL: 'https://sonde.example.com', SONDE_SMTP_URL: 'smtp://mail.example.com:587' }
  expect(read(mail).mail).toEqual({ smtpUrl: mail.SONDE_SMTP_URL, from: 'Sonde <sonde@sonde.example.com>' })
  expect(() => read({ ...mail, SONDE_MAIL_FROM: 'Sonde' })).toThrow('SONDE_MAIL_FROM')
})

test('an unknown variable is logged and ignored', () => {
  const told: string[] = []
  const ofOthers = { SONDE_AGENT_NAME: 'x', SONDE_JOIN_TOKEN_FILE: 'x', SONDE_API_KEY: 'x', SONDE_PROJECT: 'x' }
  readConfiguration({ SONDE_PROT: '1', ...ofOthers }, (line) => told.push(line))
  expect(told).toEqual([expect.stringContaining('SONDE_PROT')])
})

let database: FreshDatabase
let dataDir: string
beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'sonde-keys-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const open = (env: Record<string, string> = {}, log: (line: string) => void = () => {}) =>
  openServer({
    configuration: read({ PORT: '0', DATABASE_URL: database.url, SONDE_DATA_DIR: dataDir, ...env }),
    log,
    onStep: () => {},
    clock: Date.now,
    agent: null,
  })

test('with any port, the address that is printed is the one that answers', async () => {
  const server = await open({ SONDE_SECRET_KEY: 'a'.repeat(32), HOST: '127.0.0.5' })
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.5:/)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  await server.stop()
})

test('a server with a wrong secret key refuses to start, and says what to do', async () => {
  const first = await open({ SONDE_SECRET_KEY: 'a'.repeat(32) })
  await first.stop()
  await expect(open({ SONDE_SECRET_KEY: 'b'.repeat(32) })).rejects.toThrow(/not encrypted with SONDE_SECRET_KEY/)
  await expect(open()).rejects.toThrow(/set SONDE_SECRET_KEY/)
  const again = await open({ SONDE_SECRET_KEY: 'a'.repeat(32) })
  expect(again.joinToken).toBe(first.joinToken)
  await again.stop()
})

test('an unreachable DATABASE_URL is reported in one sentence', async () => {
  await expect(open({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(StartProblem)
  await expect(open({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(/DATABASE_URL/)
  const configuration = read({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SONDE_DATA_DIR: dataDir })
  const io = { log: () => {}, say: () => {}, onStep: () => {}, clock: Date.now }
  for (const opening of [() => openStoreBeside(configuration, io), () => verifyAudit(configuration, io)])
    await expect(opening()).rejects.toThrow(/^The PostgreSQL at DATABASE_URL cannot be used: .*ECONNREFUSED.*\.$/)
})

test('an empty installation is set up once with the printed token', async () => {
  const server = await open({ SONDE_SECRET_KEY: 'a'.repeat(32) })
  const setUp = (token: string) =>
    fetch(`${server.url}/api/2/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, email: 'ada@example.com', password: 'long enough' }),
    })
  expect(server.setupToken).not.toBeNull()
  expect((await setUp('x'.repeat(32))).status).toBe(403)
  const answers = await Promise.all([setUp(server.setupToken ?? ''), setUp(server.setupToken ?? '')])
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409])
  const made = (await answers.find((answer) => answer.status === 201)?.json()) as { api_key: string }
  const projects = await fetch(`${server.url}/api/2/account/projects`, {
    headers: { authorization: `Bearer ${made.api_key}` },
  })
  expect(projects.status).toBe(200)
  await server.stop()
})

test('an administrator of the environment that a set-up installation does not have is one line of the log', async () => {
  const said = async (admin: Record<string, string>) => {
    const told: string[] = []
    const server = await open({ SONDE_SECRET_KEY: 'a'.repeat(32), ...admin }, (line) => told.push(line))
    await server.stop()
    return told.filter((line) => line.includes('SONDE_ADMIN'))
  }
  const ada = { SONDE_ADMIN_EMAIL: 'Ada@example.com', SONDE_ADMIN_PASSWORD: 'long enough' }
  expect(await said(ada)).toEqual([])
  expect(await said({ ...ada, SONDE_ADMIN_EMAIL: 'grace@example.com' })).toEqual([
    'SONDE_ADMIN_EMAIL is ignored: this installation is set up already, and no account has this address.',
  ])
  expect(await said({ ...ada, SONDE_ADMIN_API_KEY: 'k'.repeat(40) })).toEqual([
    'SONDE_ADMIN_API_KEY is ignored: this installation is set up already, and has no such key.',
  ])
})
