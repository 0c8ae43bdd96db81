import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAccount, grant, PASSWORD } from '../../support/accounts.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'

type Row = { id: string; meta: { owner: string }; settings: { callback_action?: object | null } }

let running: TestServer
let project: { key: number; id: string }
beforeAll(async () => {
  running = await startServer()
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['key', 'id']).executeTakeFirstOrThrow()
})
afterAll(() => running.stop())

const member = async (email: string, level: 'EDITOR' | 'VIEWER') => {
  const account = await addAccount(running, email)
  await grant(running, account, project.key, level)
  return { id: account.id, api: (await signIn(running.server, account.email, PASSWORD)).api(project.id) }
}
const draft = { meta: { name: 'Partner' }, settings: { auth_type: 'NONE' } }

test('an auth setting is handed over by its owner or an OWNER of the project, to a member who may edit', async () => {
  const eve = await member('eve@example.com', 'EDITOR')
  const bob = await member('bob@example.com', 'EDITOR')
  const vic = await member('vic@example.com', 'VIEWER')
  const { id } = await eve.api.post<Row>('/api/2/auth/', draft)
  const path = `/api/3/auth/${id}/owner`
  // Bob may edit it, but does not own it.
  expect(await bob.api.call('POST', path, { owner: bob.id })).toMatchObject({ status: 403 })
  const refused = await eve.api.call('POST', path, { owner: vic.id })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('owner must be the account of a member who may edit this project')
  expect((await eve.api.call('POST', path, { owner: 'nobody' })).status).toBe(422)

  expect(await eve.api.post<Row>(path, { owner: bob.id })).toMatchObject({ meta: { owner: bob.id } })
  expect(await eve.api.call('POST', path, { owner: eve.id })).toMatchObject({ status: 403 })
  const ada = (await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)).api(project.id)
  expect(await ada.post<Row>(path, { owner: eve.id })).toMatchObject({ meta: { owner: eve.id } })
  const { db } = running.server.services.database
  const entries = await db.selectFrom('audit').selectAll().where('action', '=', 'auth-setting.change-owner').execute()
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).toContain(bob.id)
})

test('the monitor that runs after a sign-in is one of the project', async () => {
  const { api } = running
  const monitor = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'https://api.example.com/' },
  })
  const callback_action = { type: 'call', id: monitor.id }
  const made = await api.post<Row>('/api/2/auth/', { ...draft, settings: { auth_type: 'NONE', callback_action } })
  expect(made.settings.callback_action).toEqual(callback_action)
  const wrong = { auth_type: 'NONE', callback_action: { type: 'call', id: 'nothing' } }
  const refused = await api.call('POST', `/api/2/auth/${made.id}/`, { settings: wrong })
  expect(JSON.stringify(refused.body)).toContain('settings.callback_action.id must be the id of a monitor')
  // One that was deleted since does not hinder other changes.
  await api.call('DELETE', `/api/2/calls/${monitor.id}/`)
  expect(await api.call('POST', `/api/2/auth/${made.id}/`, { meta: { name: 'Renamed' } })).toMatchObject({
    status: 200,
  })
})
