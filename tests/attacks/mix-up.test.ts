import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD } from '../support/accounts.ts'
import type { Api } from '../support/api.ts'
import { CONSUMER_KEY, CONSUMER_SECRET, type OAuth1Provider, openOAuth1Provider } from '../support/oauth1-provider.ts'
import { openPages, type Pages } from '../support/pages.ts'
import { signIn } from '../support/person.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { tokenCallback } from '../support/token-callback.ts'

// A member makes an auth setting with a provider of their own, which leads another member on to the provider of another setting, with a
// request of the attacker’s (RFC 9700, section 4.4).

let running: TestServer
let honest: Pages
let honest1: OAuth1Provider
let hostile: Pages
let victim: Api
let attacker: Api
/** The attacker's own authorization at the honest provider, and what the hostile one was sent. */
let lead = ''
let stolen: string | null = null
const codes = new Map<string, string>()
/** The redirect address that is registered at the honest provider. */
let registered = ''

beforeAll(async () => {
  running = await startServer({ env: { SONDE_ALLOW_PRIVATE: '127.0.0.1' } })
  const { db } = running.server.services.database
  const project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
  const member = async (email: string) => {
    await grant(running, await addAccount(running, email), project.key, 'EDITOR')
    return (await signIn(running.server, email, PASSWORD)).api(project.id)
  }
  victim = await member('victim@example.com')
  attacker = await member('attacker@example.com')
  honest1 = await openOAuth1Provider()
  // Compares redirect addresses exactly, and checks PKCE.
  honest = await openPages({
    '/authorize': ({ sent }) => {
      if (sent.get('redirect_uri') !== registered) return { status: 400 }
      const code = `code-${codes.size}`
      codes.set(code, sent.get('code_challenge') ?? '')
      return { to: `${registered}?${new URLSearchParams({ code, state: sent.get('state') ?? '' })}` }
    },
    '/token': ({ sent }) => {
      const proved = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url')
      return codes.get(sent.get('code') ?? '') === proved
        ? { body: { access_token: 'of the victim', token_type: 'Bearer' } }
        : { status: 400, body: { error: 'invalid_grant' } }
    },
  })
  hostile = await openPages({
    '/authorize': ({ sent }) => {
      const to = new URL(lead)
      if (sent.has('state')) to.searchParams.set('state', sent.get('state') ?? '')
      return { to: to.href }
    },
    '/token': ({ sent }) => {
      stolen = sent.get('code')
      return { status: 400, body: { error: 'invalid_grant' } }
    },
    // The request token that the attacker got from the honest provider.
    '/request': () => ({
      body: `oauth_token=${new URL(lead).searchParams.get('oauth_token')}&oauth_token_secret=x&oauth_callback_confirmed=true`,
    }),
    '/access': ({ oauth }) => {
      stolen = oauth.oauth_verifier ?? null
      return { status: 400, body: 'oauth_problem=token_rejected' }
    },
  })
})
afterAll(async () => {
  await honest?.close()
  await honest1?.close()
  await hostile?.close()
  await running?.stop()
})

const newSetting = async (by: Api, settings: object) =>
  (
    await by.post<{ id: string }>('/api/2/auth/', {
      meta: { name: 'Partner' },
      settings,
      keys: { client_id: CONSUMER_KEY, client_secret: CONSUMER_SECRET },
    })
  ).id
const oauth2At = (origin: string) => ({
  auth_type: 'OAUTH2',
  allowed_origins: [origin],
  authorize_url: `${origin}/authorize`,
  token_url: `${origin}/token`,
})
const start = async (by: Api, auth_id: string) =>
  (await by.post<{ url: string }>('/api/3/tokens/authorize', { auth_id })).url
const finish = (by: Api, back: URL) =>
  by.call('POST', '/api/3/tokens/callback', Object.fromEntries(tokenCallback(back)))

test('OAuth 2: the code of another provider is sent to no token endpoint', async () => {
  stolen = null
  const own = await newSetting(victim, oauth2At(honest.origin))
  lead = await start(attacker, own)
  registered = new URL(lead).searchParams.get('redirect_uri') ?? ''
  const address = await start(victim, await newSetting(attacker, oauth2At(hostile.origin)))
  const seen = await finish(victim, await honest.follow(address, running.server.url))
  expect(stolen).toBeNull()
  expect(seen.status).toBe(422)
  expect(JSON.stringify(seen.body)).toContain('callback address of another provider')
  const back = new URL(registered)
  back.search = `${new URLSearchParams({ code: [...codes.keys()].at(-1) ?? '', state: new URL(lead).searchParams.get('state') ?? '' })}`
  // The attack would have succeeded with the code.
  expect((await finish(attacker, back)).status).toBe(200)
})

test('OAuth 2: a setting with the sign-in page of another provider is refused there, as its redirect address is another', async () => {
  const own = await newSetting(victim, oauth2At(honest.origin))
  registered = new URL(await start(victim, own)).searchParams.get('redirect_uri') ?? ''
  const settings = { ...oauth2At(hostile.origin), authorize_url: `${honest.origin}/authorize` }
  const address = await start(victim, await newSetting(attacker, settings))
  await expect(honest.follow(address, running.server.url)).rejects.toThrow('answered 400')
})

test('OAuth 1: the verifier of another provider is sent to no access token URL', async () => {
  stolen = null
  const own = await newSetting(victim, honest1.settings)
  lead = await start(attacker, own)
  const made = await newSetting(attacker, {
    ...honest1.settings,
    allowed_origins: [hostile.origin],
    request_token_url: `${hostile.origin}/request`,
    authorize_url: `${hostile.origin}/authorize`,
    access_token_url: `${hostile.origin}/access`,
  })
  const seen = await finish(victim, await hostile.follow(await start(victim, made), running.server.url))
  expect(stolen).toBeNull()
  expect(seen.status).toBe(422)
  expect(JSON.stringify(seen.body)).toContain('callback address of another provider')
})

test('a shared callback address stays with the provider that it was registered at, and is shared by no new setting', async () => {
  const refused = await victim.call('POST', '/api/2/auth/', {
    meta: { name: 'New' },
    settings: { ...oauth2At(honest.origin), own_callback: false },
    keys: { client_id: CONSUMER_KEY, client_secret: CONSUMER_SECRET },
  })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('own_callback must be true')
  const id = await newSetting(victim, oauth2At(honest.origin))
  await sql`update object set doc = doc #- '{settings,own_callback}' where id = ${id}`.execute(
    running.server.services.database.db,
  )
  const change = (settings: object) => victim.call('POST', `/api/2/auth/${id}/`, { settings })
  const shared = new URL(await start(victim, id)).searchParams.get('redirect_uri')
  expect(shared).toBe(`${running.server.url}/tokens/callback`)
  expect((await change({ scopes: ['a'] })).status).toBe(200)
  expect((await change({ authorize_url: `${hostile.origin}/authorize` })).status).toBe(422)
  expect((await change({ own_callback: true })).status).toBe(200)
  expect((await change({ own_callback: false })).status).toBe(422)
  expect(new URL(await start(victim, id)).searchParams.get('redirect_uri')).toBe(
    `${running.server.url}/tokens/callback/http:${new URL(honest.origin).host}`,
  )
})
