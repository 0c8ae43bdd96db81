import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { addTotp, appWith } from '../../support/factors.ts'
import { organizationOf } from '../../support/organizations.ts'
import { softPasskey } from '../../support/passkey.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
let url: string
let nowMs = Date.now()
beforeAll(async () => {
  running = await startServer({ clock: () => nowMs })
  url = running.server.url
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db

const person = async (email: string) => {
  const account = await addAccount(running, email)
  return { ...account, api: (await signIn(running.server, email, PASSWORD)).api() }
}

const mails = async (email: string): Promise<string[]> => {
  const rows = await db().selectFrom('mail').select('kind').where('recipient', '=', email).orderBy('key').execute()
  return rows.map(({ kind }) => kind)
}

type Listed = {
  results: { id: string; kind: string; name: string }[]
  recovery_codes_left: number
  required_by: string[]
}
const list = (api: { get<T>(path: string): Promise<T> }) => api.get<Listed>('/api/2/account/factors/')

test('the first factor brings ten recovery codes, ends other sessions, and is mailed and audited', async () => {
  const { api, email, id } = await person('first@example.com')
  const other = (await signIn(running.server, email, PASSWORD)).api()
  const { factor, recovery_codes } = await addTotp(api, PASSWORD, nowMs)
  expect(recovery_codes).toHaveLength(10)
  expect(await list(api)).toMatchObject({
    results: [{ id: factor.id, kind: 'totp', name: 'Authenticator app' }],
    recovery_codes_left: 10,
    required_by: [],
    kept_here: true,
  })
  expect((await other.call('GET', '/api/2/account/')).status).toBe(401)
  expect(await mails(email)).toEqual(['factor-added'])
  const stored = await db().selectFrom('account_factor').selectAll().where('account_id', '=', id).execute()
  const text = JSON.stringify(stored)
  for (const code of recovery_codes ?? []) expect(text).not.toContain(code.replaceAll('-', ''))
  const second = await addTotp(api, PASSWORD, nowMs)
  expect(second.recovery_codes).toBeNull()
})

test('without the password or a code nothing changes', async () => {
  const { api } = await person('proof@example.com')
  const begin = '/api/2/account/factors/totp'
  expect(await api.call('POST', begin, {})).toMatchObject({
    status: 422,
    body: { fields: [{ loc: ['password'] }] },
  })
  expect((await api.call('POST', begin, { password: 'wrong' })).status).toBe(422)
  const { app, factor, recovery_codes } = await addTotp(api, PASSWORD, nowMs)
  const remove = `/api/2/account/factors/${factor.id}/remove`
  // The code that confirmed the app was used with it.
  expect((await api.call('POST', remove, { code: app(nowMs) })).status).toBe(422)
  nowMs += 30_000
  expect((await api.call('POST', '/api/2/account/factors/recovery-codes', { code: app(nowMs) })).status).toBe(200)
  expect((await api.call('POST', remove, { code: recovery_codes?.[0] })).status).toBe(422)
  expect((await api.call('POST', remove, { password: PASSWORD })).status).toBe(204)
  expect(await list(api)).toMatchObject({ results: [], recovery_codes_left: 0 })
})

test('guesses at the proof are counted', async () => {
  const { api } = await person('guess@example.com')
  const wrong = () => api.call('POST', '/api/2/account/factors/totp', { password: 'wrong' })
  for (let n = 0; n < 6; n++) expect((await wrong()).status).toBe(422)
  expect((await wrong()).status).toBe(429)
})

test('an app is confirmed by a right code, within 10 minutes, once, and by its owner', async () => {
  const { api } = await person('confirm@example.com')
  const { api: stranger } = await person('stranger@example.com')
  const begin = async () =>
    api.post<{ id: string; secret: string }>('/api/2/account/factors/totp', { password: PASSWORD })
  const { id, secret } = await begin()
  const app = appWith(secret)
  const path = `/api/2/account/factors/totp/${id}`
  expect((await api.call('POST', path, { code: app(nowMs + 90_000) })).status).toBe(422)
  expect((await stranger.call('POST', path, { code: app(nowMs) })).status).toBe(410)
  const both = await Promise.all([1, 2].map(() => api.call('POST', path, { code: app(nowMs), name: ' Phone ' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
  expect((await list(api)).results).toMatchObject([{ name: 'Phone' }])
  const late = await begin()
  nowMs += 10 * 60_000
  const answer = await api.call('POST', `/api/2/account/factors/totp/${late.id}`, { code: appWith(late.secret)(nowMs) })
  expect(answer.status).toBe(410)
})

test('the last factor stays while an organization requires one, and the refusal names it', async () => {
  const { api, id } = await person('kept@example.com')
  const org = await organizationOf(running, id)
  const first = await addTotp(api, PASSWORD, nowMs)
  await db().updateTable('organization').set({ enforce_2fa: true, name: 'Acme' }).where('id', '=', org).execute()
  expect((await list(api)).required_by).toEqual(['Acme'])
  const remove = (factor: string) => api.call('POST', `/api/2/account/factors/${factor}/remove`, { password: PASSWORD })
  expect(await remove(first.factor.id)).toMatchObject({
    status: 409,
    body: { error_msg: expect.stringContaining('Acme requires one') },
  })
  const second = await addTotp(api, PASSWORD, nowMs)
  // Of two removals at once, one is the last.
  const both = await Promise.all([remove(first.factor.id), remove(second.factor.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('passkeys are added with a fresh challenge of this site, and each once', async () => {
  const { api } = await person('key@example.com')
  const begin = () =>
    api.post<{ id: string; options: { challenge: string; rp: { id: string } } }>('/api/2/account/factors/passkey', {
      password: PASSWORD,
    })
  const key = softPasskey(url)
  const begun = await begin()
  expect(begun.options.rp.id).toBe(new URL(url).hostname)
  const path = `/api/2/account/factors/passkey/${begun.id}`
  const made = await api.call('POST', path, { ...key.create(begun.options), name: 'Laptop' })
  expect(made).toMatchObject({ status: 200, body: { factor: { kind: 'passkey', name: 'Laptop' } } })
  expect((await api.call('POST', path, key.create(begun.options))).status).toBe(410)
  const again = await begin()
  const repeated = `/api/2/account/factors/passkey/${again.id}`
  expect((await api.call('POST', repeated, key.create(again.options))).status).toBe(409)
  const foreign = await begin()
  const evil = softPasskey('https://evil.example')
  expect(
    (await api.call('POST', `/api/2/account/factors/passkey/${foreign.id}`, evil.create(foreign.options))).status,
  ).toBe(422)
  const old = await begin()
  const stale = softPasskey(url).create({ challenge: begun.options.challenge })
  expect((await api.call('POST', `/api/2/account/factors/passkey/${old.id}`, stale)).status).toBe(422)
})

test('factors belong to their account, and to people', async () => {
  const { api } = await person('mine@example.com')
  const { api: stranger } = await person('theirs@example.com')
  const { factor } = await addTotp(api, PASSWORD, nowMs)
  const path = `/api/2/account/factors/${factor.id}`
  expect((await stranger.call('POST', path, { name: 'x' })).status).toBe(404)
  expect((await stranger.call('POST', `${path}/remove`, { password: PASSWORD })).status).toBe(404)
  expect((await running.api.call('GET', '/api/2/account/factors/')).status).toBe(403)
  expect(await api.post(path, { name: 'Phone' })).toMatchObject({ name: 'Phone' })
})

test('a site admin removes all factors of an account, which ends its sessions', async () => {
  const { api, id, email } = await person('stuck@example.com')
  await addTotp(api, PASSWORD, nowMs)
  const path = `/api/2/admin/accounts/${id}/factors/reset`
  expect((await api.call('POST', path)).status).toBe(403)
  const admin = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api()
  expect((await admin.call('POST', path)).status).toBe(204)
  expect((await admin.call('POST', '/api/2/admin/accounts/nobody/factors/reset')).status).toBe(404)
  expect((await api.call('GET', '/api/2/account/')).status).toBe(401)
  const { api: again } = { api: (await signIn(running.server, email, PASSWORD)).api() }
  expect((await list(again)).results).toEqual([])
  expect(await mails(email)).toEqual(['factor-added', 'factors-reset'])
})

test('the server logged no error', () => {
  expect(running.log.filter((line) => line.startsWith('error'))).toEqual([])
})
