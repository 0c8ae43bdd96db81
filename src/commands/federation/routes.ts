import { route } from '../core/route.ts'

/** OpenID providers of the installation, and the addresses to which they lead back: one that some share, and one of each issuer. */
export const federationRoutes = {
  'identity-providers': route({
    path: '/admin/identity-providers',
    title: 'Identity providers',
    flags: ['siteAdminOnly', 'noProjectOk'],
    icon: 'lock',
  }),
  'federated-callback': route({
    path: '/federated/callback',
    title: 'Sign in',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  'provider-callback': route({
    path: '/federated/callback/{callback}',
    title: 'Sign in',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
}
