import { route } from '../core/route.ts'

/** Signing in and out, registering, and passwords. */
export const identityRoutes = {
  'sign-in': route({ path: '/', title: 'Sign in', flags: ['noAuthOk', 'noProjectOk'], beforeSignIn: true }),
  'sign-out': route({ path: '/logout/', title: 'Signed out', flags: ['noAuthOk', 'noProjectOk'], words: null }),
  register: route({
    path: '/register/',
    title: 'Create an account',
    flags: ['noAuthOk', 'noProjectOk'],
    beforeSignIn: true,
    words: 'registration',
  }),
  'set-up': route({ path: '/setup/{token}', title: 'Set up', flags: ['noAuthOk', 'noProjectOk'], words: null }),
  interaction: route({ path: '/interaction/{uid}', title: 'Sign in', flags: ['noAuthOk', 'noProjectOk'], words: null }),
  'forgotten-password': route({
    path: '/password-reset/',
    title: 'Reset the password',
    flags: ['noAuthOk', 'noProjectOk'],
    beforeSignIn: true,
    words: 'password-reset',
  }),
  'new-password': route({
    path: '/password-reset/{accountId}/{token}',
    title: 'New password',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  'change-address': route({
    path: '/change-email/{accountId}/{email}/{token}',
    title: 'Change the address',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  invitation: route({
    path: '/invite/{inviteId}/{inviteSecret}/',
    title: 'Invitation',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  'verify-address': route({
    path: '/verify/{token}',
    title: 'Verify the address',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
}
