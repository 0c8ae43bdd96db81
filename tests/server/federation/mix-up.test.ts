import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '../../support/api.ts'
import { addProvider, callbackBody, openFederatedTry } from '../../support/federation.ts'
import { OPENID_CLIENT } from '../../support/openid-provider.ts'
import { openPages, type Pages } from '../../support/pages.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

// The attack of RFC 9700, section 4.4: a hostile provider leads people on to an honest one, with a request of the attacker’s.

let running: TestServer
let admin: Api
let honest: Pages
let hostile: Pages
let ids: { honest: string; hostile: string }
/** Whether the honest provider names itself in its answers (RFC 9207). */
let names = false
/** The address of the attacker's own sign-in at the honest provider, and the code that the hostile provider was sent. */
let lead = ''
let stolen: string | null = null

const PATH = '/api/2/admin/identity-providers/'
const documentOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

/** Compares redirect URIs exactly and checks PKCE; each code works once. */
const openHonest = async (): Promise<Pages> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'k' }
  const codes = new Map<string, { challenge: string; nonce: string }>()
  return openPages({
    '/.well-known/openid-configuration': ({ origin }) => ({
      body: { ...documentOf(origin), authorization_response_iss_parameter_supported: names },
    }),
    '/keys': () => ({ body: { keys: [key] } }),
    '/auth': async ({ origin, sent }) => {
      const to = new URL(sent.get('redirect_uri') ?? '')
      const { callback_url } = await admin.get<{ callback_url: string }>(`${PATH}${ids.honest}`)
      if (to.href !== callback_url || sent.get('client_id') !== OPENID_CLIENT) return { status: 400 }
      const code = `code-${codes.size}`
      codes.set(code, { challenge: sent.get('code_challenge') ?? '', nonce: sent.get('nonce') ?? '' })
      to.search = `${new URLSearchParams({ code, state: sent.get('state') ?? '', ...(names && { iss: origin }) })}`
      return { to: to.href }
    },
    '/token': async ({ origin, sent }) => {
      const known = codes.get(sent.get('code') ?? '')
      const proved = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url')
      if (known?.challenge !== proved) return { status: 400, body: { error: 'invalid_grant' } }
      codes.delete(sent.get('code') ?? '')
      const token = new SignJWT({ nonce: known.nonce, email: 'victim@partner.example', email_verified: true })
        .setSubject('victim')
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(origin)
        .setAudience(OPENID_CLIENT)
        .setIssuedAt()
        .setExpirationTime('5m')
      return { body: { access_token: 'x', token_type: 'Bearer', id_token: await token.sign(privateKey) } }
    },
  })
}

const openHostile = (): Promise<Pages> =>
  openPages({
    '/.well-known/openid-configuration': ({ origin }) => ({ body: documentOf(origin) }),
    '/auth': ({ sent }) => {
      const to = new URL(lead)
      to.searchParams.set('state', sent.get('state') ?? '')
      return { to: to.href }
    },
    '/token': ({ sent }) => {
      stolen = sent.get('code')
      return { status: 400, body: { error: 'invalid_grant' } }
    },
  })

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.0/8' } })
  admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  honest = await openHonest()
  hostile = await openHostile()
  ids = {
    honest: await addProvider(admin, { issuer: honest.origin }, { admits: true, name: 'Honest' }),
    hostile: await addProvider(admin, { issuer: hostile.origin }, { name: 'Hostile' }),
  }
})
afterAll(async () => {
  await honest?.close()
  await hostile?.close()
  await running?.stop()
})

/** The victim presses the button of the hostile provider while the attacker waits for the code. */
const attack = async () => {
  stolen = null
  const attacker = await openFederatedTry(running.server.url)
  lead = (await attacker.start(ids.honest)).body.redirect_to ?? ''
  const victim = await openFederatedTry(running.server.url)
  const started = await victim.start(ids.hostile)
  const back = await honest.follow(started.body.redirect_to ?? '', running.server.url)
  const seen = await victim.finish(callbackBody(back))
  const sent = callbackBody(new URL(new URL(lead).searchParams.get('redirect_uri') ?? ''))
  const state = new URL(lead).searchParams.get('state') ?? ''
  return { seen, taken: await attacker.finish({ ...sent, state, code: stolen ?? 'guessed' }) }
}

const share = async (which: { honest: boolean; hostile: boolean }) => {
  await admin.put(`${PATH}${ids.honest}`, { own_callback: !which.honest })
  await admin.put(`${PATH}${ids.hostile}`, { own_callback: !which.hostile })
}

test.each([
  { honest: false, hostile: false },
  { honest: true, hostile: false },
  { honest: false, hostile: true },
])('a provider gets no code of another one, unless both share a callback URL: %j', async (which) => {
  await share(which)
  const { seen, taken } = await attack()
  expect(stolen).toBeNull()
  expect(seen).toMatchObject({ status: 422, body: { error_msg: /callback URL of another provider/ } })
  expect(taken.status).toBe(422)
})

test('at a shared callback URL, a provider that names itself in its answers is safe; the test names one that does not', async () => {
  await share({ honest: true, hostile: true })
  const findings = async () =>
    (await admin.post<{ findings: { ok: boolean; text: string }[] }>(`${PATH}${ids.honest}/test`)).findings.at(-1)
  expect(await findings()).toMatchObject({
    ok: false,
    text: expect.stringMatching(/shares its callback URL with Hostile/),
  })
  names = true
  expect(await findings()).toMatchObject({ ok: true, text: expect.stringMatching(/names itself in its answers/) })
  const { seen } = await attack()
  expect(seen.status).toBe(422)
  expect(stolen).toBeNull()
  names = false
  await share({ honest: false, hostile: true })
  expect(JSON.stringify(await findings())).not.toContain('callback URL')
})

test('a new provider has a callback URL of its own; one from before keeps the shared URL until an admin changes it', async () => {
  const { db } = running.server.services.database
  const read = () => admin.get<{ callback_url: string; own_callback: boolean }>(`${PATH}${ids.honest}`)
  await share({ honest: false, hostile: false })
  expect((await read()).callback_url).toBe(
    `${running.server.url}/federated/callback/http:${new URL(honest.origin).host}`,
  )
  await sql`update identity_provider set own_callback = default where id = ${ids.honest}`.execute(db)
  expect((await read()).callback_url).toBe(`${running.server.url}/federated/callback`)
})
