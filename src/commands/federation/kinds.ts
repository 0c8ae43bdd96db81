import { kind, listed, noRoutes } from '../core/kind-row.ts'

/** OpenID providers of the installation. */
export const federationKinds = {
  'identity-provider': kind({
    noun: ['identity provider', 'identity providers'],
    icon: 'lock',
    parameter: null,
    list: listed('identity-provider.list', {}, ({ results }) =>
      results.map(({ id, name, issuer, enabled }) => ({ id, name, note: enabled ? issuer : 'disabled' })),
    ),
    naming: null,
    routes: { ...noRoutes, list: 'identity-providers' },
  }),
}
