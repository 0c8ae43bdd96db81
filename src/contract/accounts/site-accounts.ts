import { endpoint, shape } from '../core/endpoint.ts'
import { page, results, time } from '../core/wire.ts'

const row = shape({
  id: 'string',
  name: 'string',
  email: 'string',
  /** True once a link sent to the address was opened, or when an Auth0 tenant or the operator vouches for it. */
  email_verified: 'boolean',
  site_admin: 'boolean',
  created: time,
  last_login: [time, '|', 'null'],
  /** When a site admin blocked the account; null when it is not blocked. */
  blocked: [time, '|', 'null'],
})

/** All accounts of the installation, for site admins. */
export const siteAccounts = {
  'account.list': endpoint('GET /api/2/admin/accounts/', {
    summary: 'Lists all accounts of the installation, newest first; `search` matches parts of names and addresses',
    access: 'site',
    query: shape({ '...': page, 'search?': 'string <= 320', 'status?': "'active' | 'blocked' | 'unverified'" }),
    lists: 'results',
    answer: results(row),
  }),
  'account.block': endpoint('POST /api/2/admin/accounts/{id}/block', {
    summary: 'Blocks an account: ends its sessions and refuses its API keys until it is unblocked',
    access: 'site',
    audit: 'account.block',
    answer: row,
  }),
  'account.unblock': endpoint('POST /api/2/admin/accounts/{id}/unblock', {
    summary: 'Unblocks an account so that it can sign in and its API keys work again',
    access: 'site',
    audit: 'account.unblock',
    answer: row,
  }),
} as const
