import { expect, test } from 'vitest'
import { type AccessState, verdictOn } from '../../../src/views/core/gate.ts'

const standing: AccessState = { session: 'signedIn', project: 'open', projectId: 'mine', siteAdmin: 'no' }

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
    verdictOn('/unsubscribe/abc', { session: 'deciding', project: 'deciding', projectId: null, siteAdmin: 'deciding' }),
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
