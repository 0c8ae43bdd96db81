import { expect, test } from 'vitest'
import { type Standing, verdictOn } from '../../src/views/app/gate.ts'

const standing: Standing = { session: 'signedIn', project: 'open', siteAdmin: 'no' }

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
    verdictOn('/unsubscribe/abc', { session: 'deciding', project: 'deciding', siteAdmin: 'deciding' }),
  ).toMatchObject({
    kind: 'show',
    place: { name: 'unsubscribe', params: { token: 'abc' } },
  })
})
