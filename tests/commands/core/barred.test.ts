import { expect, test } from 'vitest'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { confirmationOfLine } from '../../../src/views/core/line-reading.ts'
import { exampleWorld } from '../world.ts'

const ME = 'me'
const OTHER = 'other'
const grant = (id: string, level: string, role_id: string | null = null) => ({ id, level, role_id })
const page = (results: readonly object[]) => ({ meta: { more: false, next_cursor: null }, results })
const only = page([{ account_id: ME, account_name: 'Ada', grants: [grant('g1', 'OWNER')] }])
const shared = page([
  ...only.results,
  { account_id: OTHER, account_name: 'Bob', grants: [grant('g2', 'OWNER', 'OPS')] },
])
const admins = (...ids: string[]) => page(ids.map((id) => ({ id, name: id, roles: ['ADMIN'] })))

type Known = Readonly<Record<string, unknown>>
const opened = (known: Known) =>
  exampleWorld({
    site: { viewer: true, admin: true },
    known: ((name: string) => ({ 'account.read': { id: ME, email: 'ada@example.com' }, ...known })[name]) as never,
  })

const LAST_OWNER = /last OWNER of the project/
const LAST_ADMIN = /last ADMIN of the organization/
const inOrganization = { organization: 'o' }

test.each<[id: string, args: object, barring: Known, free: Known, why: RegExp]>([
  [
    'session.remove',
    { session: 's' },
    { 'session.list': page([{ id: 's', client: 'Firefox', current: true }]) },
    { 'session.list': page([{ id: 's', client: 'Firefox', current: false }]) },
    /current session/,
  ],
  ['access.leave', {}, { 'project.members': only }, { 'project.members': shared }, LAST_OWNER],
  ['access.remove', { access: 'g1' }, { 'project.members': only }, { 'project.members': shared }, LAST_OWNER],
  [
    'organization.leave',
    inOrganization,
    { 'organization.members': admins(ME) },
    { 'organization.members': admins(ME, OTHER) },
    LAST_ADMIN,
  ],
  [
    'organization.give-up-role',
    { ...inOrganization, role: 'ADMIN' },
    { 'organization.members': admins(ME) },
    { 'organization.members': admins(OTHER) },
    LAST_ADMIN,
  ],
  [
    'organization.remove-member',
    { ...inOrganization, account: OTHER },
    { 'organization.members': admins(OTHER) },
    { 'organization.members': admins(ME, OTHER) },
    LAST_ADMIN,
  ],
  ['site-account.block', { account: ME }, {}, { 'account.read': { id: OTHER } }, /your own account/],
  [
    'account.remove',
    {},
    { 'account.removal': { possible: false, deleted_projects: [], counts: { api_keys: 0 } } },
    {},
    /cannot be deleted yet/,
  ],
  [
    'key-service.remove',
    inOrganization,
    { 'key-service.read': { enabled: true } },
    { 'key-service.read': { enabled: false } },
    /switch it off first/,
  ],
  [
    'auth-setting.remove',
    { 'auth-setting': 'a' },
    { 'auth-setting.list': page([{ id: 'a', tokens: 0, used_by: 2 }]) },
    { 'auth-setting.list': page([{ id: 'a', tokens: 0, used_by: 0 }]) },
    /2 monitors use this auth setting/,
  ],
])('nobody is asked by %s what can only be refused', async (id, args, barring, free, why) => {
  const barred = opened(barring)
  await expect(perform(id, { ...args }, barred.world)).rejects.toThrow(why)
  await expect(perform(id, { ...args }, barred.world, { confirmed: true })).rejects.toThrow(why)
  expect([barred.calls, barred.sent]).toEqual([[], []])
  // Where nothing stands in the way, and where that is not known, it is asked.
  for (const known of [free, ...(Object.keys(barring).length > 0 ? [{}] : [])])
    expect(await perform(id, { ...args }, opened(known).world)).toMatchObject({ status: 'asked' })
})

test('a typed line is refused with the reason, and shows no question before', async () => {
  const { world } = opened({ 'project.members': only })
  expect(confirmationOfLine('leave project', world)).toBe(null)
  await expect(performLine('leave project', world, { confirmed: true })).rejects.toThrow(LAST_OWNER)
})
