import { expect, test } from 'vitest'
import { hasFlag } from '../../../src/commands/core/addresses.ts'
import { type RouteName, routes } from '../../../src/commands/routes.ts'
import { type AccessState, verdictOn } from '../../../src/views/core/gate.ts'

const standing: AccessState = {
  session: 'signedIn',
  project: 'open',
  projectId: 'mine',
  siteAdmin: 'no',
  isOwn: true,
  homes: {},
  mayOpen: (id) => id !== 'hidden',
}

test('what is for site admins waits until it is known who is one, and leads all others to their projects', () => {
  expect(verdictOn('/admin/mail', { ...standing, siteAdmin: 'deciding' })).toEqual({ kind: 'wait' })
  expect(verdictOn('/admin/mail', standing)).toEqual({ kind: 'redirect', to: '/collections' })
  expect(verdictOn('/admin/mail', { ...standing, siteAdmin: 'yes' })).toMatchObject({ kind: 'show' })
  expect(verdictOn('/admin/mail', { ...standing, session: 'signedOut' })).toEqual({
    kind: 'sign-in',
    target: '/admin/mail',
  })
})

test('the page that the last line of a mail leads to is shown to whoever opens it', () => {
  expect(
    verdictOn('/unsubscribe/abc', {
      ...standing,
      session: 'deciding',
      project: 'deciding',
      projectId: null,
      siteAdmin: 'deciding',
    }),
  ).toMatchObject({
    kind: 'show',
    place: { name: 'unsubscribe', params: { token: 'abc' } },
  })
})

test('an address that names another project than the open one has it opened first', () => {
  const named = (project: string) => `/tests/test/abc/?a=1&project_key_str=${project}`
  expect(verdictOn(named('theirs'), standing)).toEqual({ kind: 'project', id: 'theirs' })
  expect(verdictOn(named('mine'), standing)).toMatchObject({ kind: 'show' })
  expect(verdictOn(named('theirs'), { ...standing, project: 'deciding', projectId: null })).toEqual({ kind: 'wait' })
})

test('an object that an address from elsewhere names has its project found and opened, whatever the address says', () => {
  const from = { ...standing, isOwn: false }
  const href = '/tests/test/abc/?project_key_str=other'
  expect(verdictOn(href, from)).toEqual({ kind: 'locate', id: 'abc' })
  expect(verdictOn(href, { ...from, homes: { abc: 'theirs' } })).toEqual({ kind: 'project', id: 'theirs' })
  expect(verdictOn(href, { ...from, homes: { abc: 'mine' } })).toMatchObject({ kind: 'show' })
  expect(verdictOn(href, { ...from, homes: { abc: null } })).toMatchObject({ kind: 'missing' })
  // It could not be found out: then what the address names is tried.
  expect(verdictOn(href, { ...from, homes: { abc: '' } })).toEqual({ kind: 'project', id: 'other' })
  expect(verdictOn('/calls/edit/new', from)).toMatchObject({ kind: 'show' })
  expect(verdictOn('/audits/resource/abc/', { ...from, homes: { abc: null } })).toMatchObject({ kind: 'show' })
})

test('a project that one may not see, and one that could not be opened, are not told apart from one that does not exist', () => {
  const named = (id: string) => `/tests/?project_key_str=${id}`
  expect(verdictOn(named('hidden'), standing)).toMatchObject({ kind: 'missing' })
  expect(verdictOn(named('gone'), { ...standing, homes: { gone: null } })).toMatchObject({ kind: 'missing' })
})

test('every variable of a screen within a project is an id that a link can be resolved by', () => {
  const first = Object.entries(routes).flatMap(([name, { path }]) => {
    const [, variable] = /\{(\w+)\}/.exec(path) ?? []
    return variable &&
      !hasFlag(name as RouteName, 'noProjectOk') &&
      !['external', 'environment', 'setting-callback'].includes(name)
      ? [variable]
      : []
  })
  expect([...new Set(first)].sort()).toEqual([
    'authId',
    'callId',
    'downtimeId',
    'fileId',
    'incidentId',
    'reportId',
    'resourceId',
    'resultId',
    'scheduleId',
    'tokenId',
    'webhookId',
    'workflowId',
    'workflowResultId',
  ])
})

test('a project whose organization has an unmet rule stays where its address leads, so that its page can say so', () => {
  const barred = { ...standing, project: 'barred', projectId: 'theirs' } as const
  expect(verdictOn('/schedules', barred)).toMatchObject({ kind: 'show', place: { name: 'schedules' } })
  expect(verdictOn('/collections', barred)).toMatchObject({ kind: 'show' })
  const named = { ...barred, isOwn: false, homes: { abc: 'theirs' } }
  expect(verdictOn('/tests/test/abc/', named)).toMatchObject({ kind: 'show' })
})
