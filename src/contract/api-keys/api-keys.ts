import { accessLevel } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { results, time } from '../core/wire.ts'

const row = shape({
  id: 'string',
  name: 'string',
  /** The first characters of the key, which identify it in lists. */
  prefix: 'string',
  project_id: 'string',
  access_level: accessLevel,
  created: time,
  /** The account that created the key; null if that account was deleted. */
  created_by: 'string | null',
  /** Accurate to the minute. */
  last_used: 'string | null',
  expires: 'string | null',
  /**
   * Why the key is refused; null while it works. `blocked`: the account behind the key is blocked. `no_access`: that account may no longer
   * enter the project. `level`: its level there no longer includes the key's.
   */
  ended: "'expired' | 'blocked' | 'no_access' | 'level' | null",
})

/** Keys for programs. Each opens one project with the rights of one access level. */
export const apiKeys = {
  'key.list': endpoint('GET /api/2/api_keys/', {
    summary: 'Lists the API keys of the project, newest first, without the keys themselves',
    access: 'inspect',
    wayIn: 'credential',
    lists: 'results',
    answer: results(row),
  }),
  'key.create': endpoint('POST /api/2/api_keys/', {
    summary: 'Creates an API key of the project; the answer shows the key once',
    access: 'inspect',
    wayIn: 'credential',
    audit: 'key.create',
    status: 201,
    repeatable: true,
    body: shape({
      name: nameOf('1 <= string <= 200'),
      /** At most the caller's own level, which is the default. */
      'access_level?': accessLevel,
      /** When the key expires; null or absent means never, unless `expires_days` is given. */
      'expires?': 'string <= 40 | null',
      /** Lifetime in days, instead of `expires`. */
      'expires_days?': '1 <= number.integer <= 3650 | null',
    }),
    answer: shape({ '...': row, secret: 'string' }),
  }),
  'key.revoke': endpoint('DELETE /api/2/api_keys/{id}/', {
    summary: 'Revokes an API key and all keys created with it; requests with them are refused immediately',
    access: 'inspect',
    wayIn: 'credential',
    audit: 'key.revoke',
    status: 204,
    answer: null,
  }),
} as const
