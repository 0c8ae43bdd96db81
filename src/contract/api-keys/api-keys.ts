import { accessLevel } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'

const row = shape({
  id: 'string',
  name: 'string',
  /** The first letters of the key, by which its owner tells it from others. */
  prefix: 'string',
  project_id: 'string',
  access_level: accessLevel,
  created: time,
  /** Who made it; null where that account is gone. */
  created_by: 'string | null',
  /** To the minute. */
  last_used: 'string | null',
  expires: 'string | null',
  /** Why it opens nothing any more; null while it is good. `blocked`: the account that it goes back to is. */
  ended: "'expired' | 'blocked' | null",
})

/** Keys for programs. Each opens one project, with the rights of one level. */
export const apiKeys = {
  'key.list': endpoint('GET /api/2/api_keys/', {
    summary: 'The API keys of the project, newest first; never the keys themselves',
    access: 'inspect',
    lists: 'results',
    answer: results(row),
  }),
  'key.create': endpoint('POST /api/2/api_keys/', {
    summary: 'Creates an API key of the project; the answer shows it, once',
    access: 'inspect',
    audit: 'key.create',
    status: 201,
    repeatable: true,
    body: shape({
      name: '1 <= string <= 200',
      /** At most what the caller may do; default: the caller's own level. */
      'access_level?': accessLevel,
      /** When it stops; null or absent: never, unless `expires_days` says so. */
      'expires?': 'string <= 40 | null',
      /** The same, in days from now. */
      'expires_days?': '1 <= number.integer <= 3650 | null',
    }),
    answer: shape({ '...': row, secret: 'string' }),
  }),
  'key.revoke': endpoint('DELETE /api/2/api_keys/{id}/', {
    summary: 'Revokes an API key, and all keys that were made by it: whatever uses them is refused from now on',
    access: 'inspect',
    audit: 'key.revoke',
    status: 204,
    answer: null,
  }),
} as const
