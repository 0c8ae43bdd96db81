import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import type { Api } from '../../support/api.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_KEY, ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { approve, ask, connect, dataIn, newRequest, REDIRECT, register, rpc, useTool } from './connecting.ts'

let running: TestServer
let now = Date.now()
let url: string
let ada: Api
let adaToken: string
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  url = running.server.url
  const signedIn = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  adaToken = signedIn.accessToken
  ada = signedIn.api()
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const statusOf = async (token: string) => (await rpc(url, token, 'tools/list')).status
const person = async (email: string) => {
  const { id } = await addAccount(running, email)
  return { id, api: (await signIn(running.server, email, PASSWORD)).api() }
}
const clientId = async () => (await register(url)).body.client_id ?? ''

test('an application finds its way from the refusal of the endpoint to the authorization server', async () => {
  const { status, headers } = await rpc(url, null, 'tools/list')
  expect(status).toBe(401)
  const [, metadata = ''] = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '') ?? []
  const resource = (await (await fetch(metadata)).json()) as { resource: string; authorization_servers: string[] }
  expect(resource.resource).toBe(`${url}/mcp`)
  const [issuer = ''] = resource.authorization_servers
  const found = await fetch(`${url}/.well-known/oauth-authorization-server${new URL(issuer).pathname}`)
  expect(await found.json()).toMatchObject({
    issuer,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    registration_endpoint: `${url}/connect/register`,
  })
})

describe('registration', () => {
  test.each([
    'http://evil.example/callback',
    'javascript:alert(1)',
    'https://good.example/cb#fragment',
    'https://user:word@good.example/',
    '/callback',
    'custom-scheme://callback',
    'http://localhost/\0',
    'https://good\n.example/',
  ])('refuses the redirect URI %j', async (uri) => {
    const { status, body } = await register(url, { redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test('gives no secret, and a name without signs that mislead', async () => {
    const { status, body } = await register(url, {
      client_name: 'Nice\u202Eecin\u0000\u3164',
      token_endpoint_auth_method: 'client_secret_basic',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ client_name: 'Niceecin', token_endpoint_auth_method: 'none' })
    expect(body.client_secret).toBeUndefined()
  })

  test('has room although strangers filled it, and nobody takes the place of one that was registered just now', async () => {
    const fill = (created: number) =>
      sql`insert into oauth_client (id, name, redirect_uris, created)
        select 'flood ' || n, 'x', '{}', ${created}::bigint + n from generate_series(1, 5000) n`.execute(db())
    const flooded = () => db().selectFrom('oauth_client').select('id').where('id', 'like', 'flood %').execute()
    await db().deleteFrom('oauth_client').execute()
    await fill(now - 3_600_000)
    expect((await register(url)).status).toBe(201)
    const left = (await flooded()).map(({ id }) => id)
    expect([left.length, left.includes('flood 1')]).toEqual([4999, false])
    await db().deleteFrom('oauth_client').execute()
    await fill(now - 10_000)
    expect((await register(url)).status).toBe(503)
    await db().deleteFrom('oauth_client').execute()
  })

  test('and tokens refuse what no store keeps, as a mistake of whoever asks', async () => {
    const form = { grant_type: 'refresh_token', client_id: '\0', refresh_token: 'x' }
    expect((await ask(url, 'token', form)).body.error).toBe('invalid_request')
    expect((await ask(url, 'revoke', { client_id: await clientId(), token: '\0' })).body.error).toBe('invalid_request')
    expect((await register(url, { client_uri: 'https://a.example/\0' })).body.client_uri).toBeUndefined()
  })

  test('refuses a body that is too large, and one that is no object', async () => {
    expect((await register(url, { client_name: 'x'.repeat(20_000) })).status).toBe(413)
    const answer = await fetch(`${url}/connect/register`, { method: 'POST', body: '[]' })
    expect(answer.status).toBe(400)
  })
})

describe('the request of an application', () => {
  const wrong: [string, Record<string, string>][] = [
    ['an application that is not registered', { client_id: 'nobody' }],
    ['a redirect URI that was not registered', { redirect_uri: 'https://evil.example/' }],
    ['a redirect URI that only begins like a registered one', { redirect_uri: `${REDIRECT}/more` }],
    ['another response type', { response_type: 'token' }],
    ['PKCE without a hash', { code_challenge_method: 'plain' }],
    ['no PKCE', { code_challenge: '' }],
    ['another audience', { resource: 'https://evil.example/mcp' }],
  ]
  test.each(wrong)('is refused with %s, and leads nowhere', async (_, more) => {
    const { asked } = newRequest(url, await clientId(), more)
    const shown = await ada.call('GET', `/api/2/account/connections/request?${new URLSearchParams(asked)}`)
    expect([400, 422]).toContain(shown.status)
    const answer = await approve(ada, asked)
    expect([400, 422]).toContain(answer.status)
    expect(JSON.stringify(answer.body)).not.toContain('redirect_to')
  })

  test('says who asks, and keeps the state when the person refuses', async () => {
    const { asked } = newRequest(url, await clientId())
    const body = await ada.get<{ client: { name: string }; host: string; refuse_to: string }>(
      `/api/2/account/connections/request?${new URLSearchParams(asked)}`,
    )
    expect(body).toMatchObject({ client: { name: 'Helper' }, host: 'this computer' })
    const to = new URL(body.refuse_to)
    expect(to.origin + to.pathname).toBe(REDIRECT)
    expect([to.searchParams.get('error'), to.searchParams.get('state')]).toEqual(['access_denied', 'a state'])
  })

  test('is approved by a person alone: not by cookies, an API key or a connected application', async () => {
    const { asked } = newRequest(url, await clientId())
    const body = JSON.stringify({ ...asked, project_id: null, writes: true, days: 30 })
    const { cookies } = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
    // A form of another site carries the browser's cookies, and no token.
    const forged = await fetch(`${url}/api/2/account/connections/`, {
      method: 'POST',
      headers: { cookie: cookies, 'content-type': 'application/json', origin: 'https://evil.example' },
      body,
    })
    expect(forged.status).toBe(401)
    expect((await approve(running.api, asked)).status).toBe(403)
    const { access } = await connect(url, ada, { writes: true })
    expect((await approve(ada.as(access), asked)).status).toBe(401)
  })

  test('does not let a person give what the application did not ask for, or a project that is not theirs', async () => {
    const { asked } = newRequest(url, await clientId(), { scope: 'read' })
    expect((await approve(ada, asked, { writes: true })).status).toBe(422)
    expect((await approve(ada, asked, { project_id: 'nothing' })).status).toBe(422)
  })
})

describe('a code', () => {
  const issued = async () => {
    const id = await clientId()
    const { asked, verifier } = newRequest(url, id)
    const { body } = await approve(ada, asked)
    const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
    return {
      grant_type: 'authorization_code',
      client_id: id,
      code,
      code_verifier: verifier,
      redirect_uri: REDIRECT,
      resource: `${url}/mcp`,
    }
  }
  const wrong: [string, Record<string, string>, string][] = [
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 'invalid_grant'],
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 'invalid_grant'],
    ['another audience', { resource: `${url}/api` }, 'invalid_target'],
    ['an unknown application', { client_id: 'nobody' }, 'invalid_client'],
    ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ]
  test.each(wrong)('is not redeemed with %s', async (_, more, error) => {
    const { body } = await ask(url, 'token', { ...(await issued()), ...more })
    expect([body.error, body.access_token]).toEqual([error, undefined])
  })

  test('is not redeemed by another application', async () => {
    const { body } = await ask(url, 'token', { ...(await issued()), client_id: await clientId() })
    expect(body.error).toBe('invalid_grant')
  })

  test('ends the connection when it comes twice', async () => {
    const { access, form } = await connect(url, ada)
    expect(await statusOf(access)).toBe(200)
    expect((await ask(url, 'token', form)).body.error).toBe('invalid_grant')
    expect(await statusOf(access)).toBe(401)
  })

  test('is worth nothing after a minute', async () => {
    const form = await issued()
    now += 61_000
    expect((await ask(url, 'token', form)).body.error).toBe('invalid_grant')
  })
})

describe('a refresh token', () => {
  test('is exchanged once; whoever uses it again ends the connection', async () => {
    const { clientId: client_id, access, refresh } = await connect(url, ada)
    const form = { grant_type: 'refresh_token', client_id, refresh_token: refresh }
    const { body: next } = await ask(url, 'token', form)
    expect([await statusOf(access), await statusOf(next.access_token ?? '')]).toEqual([401, 200])
    expect((await ask(url, 'token', form)).body.error).toBe('invalid_grant')
    expect(await statusOf(next.access_token ?? '')).toBe(401)
    const after = { ...form, refresh_token: next.refresh_token ?? '' }
    expect((await ask(url, 'token', after)).body.error).toBe('invalid_grant')
  })

  test('of one application is worth nothing to another', async () => {
    const { refresh, access } = await connect(url, ada)
    const form = { grant_type: 'refresh_token', client_id: await clientId(), refresh_token: refresh }
    expect((await ask(url, 'token', form)).body.error).toBe('invalid_grant')
    expect(await statusOf(access)).toBe(200)
  })

  test('ends the connection when its application revokes it', async () => {
    const { clientId: client_id, refresh, access } = await connect(url, ada)
    expect((await ask(url, 'revoke', { client_id, token: refresh })).status).toBe(200)
    expect(await statusOf(access)).toBe(401)
  })
})

describe('an access token', () => {
  test('is stored as a hash, is for this endpoint alone, and ends after an hour', async () => {
    const { access, refresh } = await connect(url, ada)
    const rows = await db().selectFrom('connection_token').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => ({ ...row, hash: row.hash.toString('base64') })))).not.toContain(access)
    expect((await ada.as(access).call('GET', '/api/2/account/projects')).status).toBe(401)
    now += 3_600_001
    expect(await statusOf(access)).toBe(401)
    expect(refresh).toHaveLength(32)
    now -= 3_600_001
  })

  test('of the web app is not for this endpoint', async () => {
    expect(await statusOf(adaToken)).toBe(401)
  })

  test('is refused to pages of other sites, whatever they present', async () => {
    const { access } = await connect(url, ada)
    for (const origin of ['https://evil.example', 'null', url.replace('localhost', '127.0.0.1')])
      expect((await rpc(url, access, 'tools/list', {}, { origin })).status).toBe(403)
    expect((await rpc(url, access, 'tools/list', {}, { origin: url })).status).toBe(200)
  })

  test('is refused at once when its person disconnects the application, which the audit log shows', async () => {
    now += 1
    const { access } = await connect(url, ada)
    const body = await ada.get<{ results: { id: string; name: string; writes: boolean }[] }>(
      '/api/2/account/connections/',
    )
    const [newest] = body.results
    expect(newest).toMatchObject({ name: 'Helper', writes: false })
    const { api: grace } = await person('grace@example.com')
    expect((await grace.call('DELETE', `/api/2/account/connections/${newest?.id}`)).status).toBe(404)
    expect((await ada.call('DELETE', `/api/2/account/connections/${newest?.id}`)).status).toBe(204)
    expect(await statusOf(access)).toBe(401)
    const log = await ada.get<{ results: { action: string }[] }>('/api/3/audits/installation?action=connection')
    expect(log.results.slice(0, 2).map(({ action }) => action)).toEqual(['connection.remove', 'connection.approve'])
  })

  test('is refused at once when its person is blocked', async () => {
    const { id, api } = await person('hopper@example.com')
    const { access } = await connect(url, api)
    expect(await statusOf(access)).toBe(200)
    await ada.post(`/api/2/admin/accounts/${id}/block`, {})
    expect(await statusOf(access)).toBe(401)
  })

  test('reads alone where the person allowed no more', async () => {
    const { access } = await connect(url, ada, { writes: false })
    const { body } = await rpc(url, access, 'tools/call', { name: 'monitor_remove', arguments: { monitor: 'x' } })
    expect(body).toMatchObject({ error: { code: -32602 } })
    const through = await useTool(url, access, 'use_tool', { tool: 'monitor_remove', arguments: { monitor: 'x' } })
    expect([through.isError, through.content[0]?.text]).toEqual([true, expect.stringContaining('only reads')])
  })

  test('opens one project where the person chose one', async () => {
    const first = await ada.get<{ projects: { project: { id: string } }[] }>('/api/2/account/projects')
    const project = first.projects[0]?.project.id ?? ''
    const other = await ada.post<{ id: string }>('/api/2/account/projects', { name: 'Other' })
    const { access } = await connect(url, ada, { project_id: project })
    const listed = await useTool(url, access, 'list_project')
    expect(dataIn(listed.content)).toMatchObject({ rows: [{}] })
    const foreign = await useTool(url, access, 'get_project-figures', { project: other.id })
    expect([foreign.isError, foreign.content[0]?.text]).toEqual([true, expect.stringContaining('one project')])
    await db().updateTable('project').set({ removed: now }).where('id', '=', project).execute()
    expect(await statusOf(access)).toBe(403)
    await db().updateTable('project').set({ removed: null }).where('id', '=', project).execute()
  })
})

test('an API key is a caller of the endpoint too, and reads unless it asks to write', async () => {
  const viewer = await running.api.post<{ secret: string }>('/api/2/api_keys/', {
    name: 'look',
    access_level: 'VIEWER',
  })
  const tools = async (query: string, key = ADMIN_KEY) => {
    const answer = await fetch(`${url}/mcp${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    return (await answer.text()).includes('"monitor_remove"')
  }
  expect([await tools(''), await tools('?write=true')]).toEqual([false, true])
  // Writing is of no use to a level that may only look.
  expect(await tools('?write=true&tools=all', viewer.secret)).toBe(false)
})
