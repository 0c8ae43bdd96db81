import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProject } from '../../../src/server/store/projects/projects.ts'
import { addAccount, PASSWORD } from '../../support/accounts.ts'
import { type Api, apiWith } from '../../support/api.ts'
import { organizationOf } from '../../support/organizations.ts'
import { signIn } from '../../support/person.ts'
import { startServer, type TestServer } from '../../support/server.ts'

// Whoever replaces a leaked key believes that it is over. So an API key ends with the key of a service account that made it.

let running: TestServer
let now = Date.now()
let admin: Api
let orgId: string
let projectId: string
beforeAll(async () => {
  running = await startServer({ clock: () => now })
  const boss = await addAccount(running, 'boss@example.com')
  orgId = await organizationOf(running, boss.id)
  projectId = (await createProject(db(), { name: 'Core', orgId, tags: [], accountId: boss.id, now })).id
  admin = (await signIn(running.server, boss.email, PASSWORD)).api(projectId)
  await admin.post(`/api/2/organizations/${orgId}/roles`, { id: 'CI' })
  await admin.post(`/api/2/projects/${projectId}/roles`, { role_id: 'CI', access_level: 'EDITOR' })
})
afterAll(() => running.stop())

const db = () => running.server.services.database.db
const path = (rest = '') => `/api/3/organizations/${orgId}/service-accounts/${rest}`
const DAY_MS = 86_400_000

type Account = { id: string; secret: string; keys: { id: string }[] }
type Made = { id: string; secret: string; expires: string | null }

const apiOf = (secret: string) => apiWith(running.server.url, secret, { 'sonde-project-id': projectId })
const statusOf = async (secret: string) => (await apiOf(secret).call('GET', '/api/2/calls/')).status

/** A service account, a key that its key made, and one that this one made. */
const family = async (more: object = {}) => {
  const account = await admin.post<Account>(path(), { name: 'ci', roles: ['CI'], ...more })
  const kept = await apiOf(account.secret).post<Made>('/api/2/api_keys/', { name: 'kept', ...more })
  const child = await apiOf(kept.secret).post<Made>('/api/2/api_keys/', { name: 'its child', ...more })
  const made = [kept, child]
  expect(await Promise.all(made.map(({ secret }) => statusOf(secret)))).toEqual([200, 200])
  return { account, made, statuses: () => Promise.all(made.map(({ secret }) => statusOf(secret))) }
}

test('they end when the key is revoked, and the audit log says so', async () => {
  const { account, made, statuses } = await family()
  await admin.call('DELETE', path(`${account.id}/keys/${account.keys[0]?.id}`))
  expect(await statuses()).toEqual([401, 401])
  const entries = await db()
    .selectFrom('audit')
    .select('resource')
    .where('action', '=', 'service-account.revoke-key')
    .execute()
  const ended = entries.filter(({ resource }) => made.some(({ id }) => JSON.stringify(resource).includes(id)))
  expect(ended).toHaveLength(2)
})

test('they end when a new key replaces it at once, and with its overlap', async () => {
  const atOnce = await family()
  await admin.post(path(`${atOnce.account.id}/keys`), { overlap_hours: 0 })
  expect(await atOnce.statuses()).toEqual([401, 401])

  const later = await family()
  await admin.post(path(`${later.account.id}/keys`), { overlap_hours: 24 })
  expect(await later.statuses()).toEqual([200, 200])
  now += DAY_MS + 1
  expect(await later.statuses()).toEqual([401, 401])
  now -= DAY_MS + 1
})

test('they expire no later than the key', async () => {
  const { account } = await family({ expires_days: 1 })
  const longer = await apiOf(account.secret).call('POST', '/api/2/api_keys/', { name: 'longer', expires_days: 2 })
  const endless = await apiOf(account.secret).call('POST', '/api/2/api_keys/', { name: 'endless' })
  expect([longer.status, endless.status]).toEqual([422, 422])
})

test('keys of another key of the account stay', async () => {
  const { account } = await family()
  const { secret, keys } = await admin.post<Account>(path(`${account.id}/keys`), { overlap_hours: 24 })
  const { secret: second } = await apiOf(secret).post<Made>('/api/2/api_keys/', { name: 'second' })
  const first = keys.find(({ id }) => id === account.keys[0]?.id)
  await admin.call('DELETE', path(`${account.id}/keys/${first?.id}`))
  expect(await statusOf(second)).toBe(200)
})
