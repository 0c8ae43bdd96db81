import { kind, listed, namedBy, noRoutes } from '../core/kind-row.ts'

/** Accounts of the installation. */
export const accountKinds = {
  account: kind({
    noun: ['account', 'accounts'],
    icon: 'person',
    parameter: 'accountId',
    list: listed('account.list', { query: { limit: 100 } }, ({ results }) =>
      results.map(({ id, name, email, blocked }) => ({ id, name: email, note: blocked === null ? name : 'blocked' })),
    ),
    naming: namedBy(
      'account.look-up',
      (id) => ({ params: { id } }),
      ({ email }) => email,
    ),
    routes: { ...noRoutes, list: 'accounts', one: 'account' },
  }),
}
