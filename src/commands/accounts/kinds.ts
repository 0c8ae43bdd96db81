import { kind, listed, noRoutes } from '../core/kind-row.ts'

/** Accounts of the installation. */
export const accountKinds = {
  account: kind({
    noun: ['account', 'accounts'],
    icon: 'person',
    parameter: null,
    list: listed('account.list', { query: { limit: 50 } }, ({ results }) =>
      results.map(({ id, name, email, blocked }) => ({ id, name: email, note: blocked === null ? name : 'blocked' })),
    ),
    naming: null,
    routes: { ...noRoutes, list: 'accounts' },
  }),
}
