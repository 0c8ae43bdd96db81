import { endpoint, shape } from '../core/endpoint.ts'
import { page, results, time } from '../core/wire.ts'
import { ACCESS_LEVELS } from './access-levels.ts'

/** The permissions for the whole installation, the least first: each includes those before it. */
export const SITE_PERMISSION_NAMES = ['site_viewer', 'site_analyst', 'site_admin'] as const

const permission = shape(['===', ...SITE_PERMISSION_NAMES])
const level = shape(['===', ...ACCESS_LEVELS])

const row = shape({
  id: 'string',
  name: 'string',
  email: 'string',
  /** True once a link sent to the address was opened, or when an Auth0 tenant or the operator vouches for it. */
  email_verified: 'boolean',
  site_admin: 'boolean',
  /** Null: no permission beyond the account's own projects. */
  site_permission: [permission, '|', 'null'],
  /** Whether it has an authenticator app or a passkey. */
  has_second_factor: 'boolean',
  /** Projects that it may enter without a site permission. */
  project_count: 'number.integer >= 0',
  created: time,
  last_login: [time, '|', 'null'],
  /** When a site admin blocked the account; null when it is not blocked. */
  blocked: [time, '|', 'null'],
})

const account = shape({
  '...': row,
  nickname: 'string | null',
  company: 'string | null',
  role: 'string | null',
  /** Whether it signs in with a password of this installation. */
  has_password: 'boolean',
  /** The providers that sign it in, besides its password. */
  identities: [{ issuer: 'string', subject: 'string', created: time }, '[]'],
  /** Sign-ins that are valid now. */
  session_count: 'number.integer >= 0',
  organizations: [{ id: 'string', name: 'string', roles: 'string[]' }, '[]'],
  /** Its grants, a project after the other, the highest level of a project first; at most 500. */
  grants: [
    {
      project_id: 'string',
      project_name: 'string',
      org_id: 'string | null',
      access_level: level,
      /** Null: direct access. */
      role_id: 'string | null',
      created: time,
    },
    '[]',
  ],
  grants_truncated: 'boolean',
})

/** Whether a mail was queued, and whether a mail server sends it; otherwise a site admin finds it in the outbox. */
const mailed = shape({ email: 'string', mail_leaves: 'boolean' })

/** All accounts of the installation, for site admins. */
export const siteAccounts = {
  'account.list': endpoint('GET /api/2/admin/accounts/', {
    summary: 'Lists all accounts of the installation, newest first; `search` matches parts of names, addresses and ids',
    access: 'site',
    wayIn: 'sign-in',
    query: shape({
      '...': page,
      'search?': 'string <= 320',
      'status?': "'active' | 'blocked' | 'unverified'",
      /** Accounts with any site permission, or with this one. */
      'permission?': ['===', 'any', ...SITE_PERMISSION_NAMES],
    }),
    lists: 'results',
    answer: results(row),
  }),
  'account.look-up': endpoint('GET /api/2/admin/accounts/{id}/', {
    summary: 'Returns an account with its organizations, the projects that it may enter and how, and its sign-ins',
    access: 'site',
    wayIn: 'sign-in',
    answer: account,
  }),
  'account.permit': endpoint('POST /api/2/admin/accounts/{id}/permission', {
    summary: 'Sets the permission of an account for the whole installation; null takes it away',
    access: 'site',
    wayIn: 'right',
    audit: 'account.permit',
    body: shape({ site_permission: [permission, '|', 'null'] }),
    answer: row,
  }),
  'account.mail-verification': endpoint('POST /api/2/admin/accounts/{id}/verification', {
    summary: 'Mails an account the link that confirms its address',
    access: 'site',
    changes: false,
    wayIn: 'sign-in',
    audit: 'account.mail-verification',
    limit: 'send',
    answer: mailed,
  }),
  'account.mail-reset': endpoint('POST /api/2/admin/accounts/{id}/password-reset', {
    summary: 'Mails an account a link with which its owner sets a new password',
    access: 'site',
    changes: false,
    wayIn: 'sign-in',
    audit: 'account.mail-reset',
    limit: 'send',
    answer: mailed,
  }),
  'account.block': endpoint('POST /api/2/admin/accounts/{id}/block', {
    summary: 'Blocks an account: ends its sessions and refuses its API keys until it is unblocked',
    access: 'site',
    wayIn: 'sign-in',
    audit: 'account.block',
    answer: row,
  }),
  'account.unblock': endpoint('POST /api/2/admin/accounts/{id}/unblock', {
    summary: 'Unblocks an account so that it can sign in and its API keys work again',
    access: 'site',
    wayIn: 'sign-in',
    audit: 'account.unblock',
    answer: row,
  }),
} as const
