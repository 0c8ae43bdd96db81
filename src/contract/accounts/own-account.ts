import { endpoint, shape } from '../core/endpoint.ts'

const email = shape('3 <= string <= 320')
/** Needed where the account has one; others sign in again shortly before. */
const password = shape('string <= 1000')

/** Changing the address of one's own account, and deleting it. */
export const ownAccount = {
  'account.ask-address': endpoint('POST /api/2/account/address', {
    summary:
      'Mails a link to a new email address, which changes the caller’s own. The answer is the same whether or not the address has an account',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'account.ask-address',
    body: shape({ email, 'password?': password }),
    /** `mail_leaves`: a mail server is configured; otherwise the mail is in the outbox. */
    answer: shape({ asked: 'boolean', mail_leaves: 'boolean' }),
  }),
  'account.change-address': endpoint('POST /api/2/account/address/{id}', {
    summary:
      'Changes the email address of an account with the token mailed to the new one; 409 if it is taken meanwhile',
    access: 'public',
    wayIn: 'sign-in',
    limit: 'send',
    audit: 'account.change-address',
    body: shape({ email, token: '16 <= string <= 200' }),
    answer: shape({ email: 'string' }),
  }),
  'account.removal': endpoint('GET /api/2/account/removal', {
    summary: 'Says what deleting the caller’s account would delete, and what stands in its way',
    access: 'account',
    wayIn: 'sign-in',
    answer: shape({
      /** Whether nothing stands in its way. */
      possible: 'boolean',
      /** Projects that nobody else can enter: they are deleted with the account. The first 100. */
      deleted_projects: [{ id: 'string', name: 'string' }, '[]'],
      /** Projects with other members and no other OWNER: hand them over or delete them first. The first 100. */
      orphaned_projects: [{ id: 'string', name: 'string', members: 'number' }, '[]'],
      /** Organizations without another ADMIN: name one first. The first 100. */
      organizations: [{ id: 'string', name: 'string' }, '[]'],
      /** The account is the installation’s only site admin. */
      last_site_admin: 'boolean',
      /** API keys in projects that stay: they are refused afterwards. The first 100. */
      api_keys: [{ id: 'string', name: 'string', project: 'string' }, '[]'],
      counts: {
        deleted_projects: 'number',
        orphaned_projects: 'number',
        organizations: 'number',
        api_keys: 'number',
      },
    }),
  }),
  'account.remove': endpoint('DELETE /api/2/account/', {
    summary: 'Deletes the caller’s account with its own projects; 409 while it is needed elsewhere',
    access: 'account',
    wayIn: 'sign-in',
    limit: 'password',
    audit: 'account.delete',
    status: 204,
    /** `email`: the account’s address, typed to confirm. */
    body: shape({ email, 'password?': password }),
    answer: null,
  }),
} as const
