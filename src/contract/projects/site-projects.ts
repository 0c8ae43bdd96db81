import { ACCESS_LEVELS } from '../accounts/access-levels.ts'
import { SITE_PERMISSION_NAMES } from '../accounts/site-accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { page, results, time } from '../core/wire.ts'

const level = shape(['===', ...ACCESS_LEVELS])

const row = shape({
  id: 'string',
  name: 'string',
  organization: [{ id: 'string', name: 'string' }, '|', 'null'],
  /** People with a grant, and service accounts. */
  member_count: 'number.integer >= 0',
  monitor_count: 'number.integer >= 0',
  created: time,
})

const person = { account_id: 'string', account_name: 'string', account_email: 'string' } as const

const project = shape({
  '...': row,
  /** One for each grant: an account may have several. At most 1000, the highest level first. */
  grants: [
    {
      '...': person,
      /** The access entry's id; derived from the role for access through one. */
      id: 'string',
      access_level: level,
      /** Null: direct access. */
      role_id: 'string | null',
      is_service_account: 'boolean',
      created: time,
    },
    '[]',
  ],
  grants_truncated: 'boolean',
  /** Accounts that enter every project of the installation. */
  site: [{ '...': person, site_permission: ['===', ...SITE_PERMISSION_NAMES] }, '[]'],
})

/** All projects of the installation, for site admins. */
export const siteProjects = {
  'project.search': endpoint('GET /api/2/admin/projects/', {
    summary: 'Lists all projects of the installation, newest first; `search` matches parts of names, and ids',
    access: 'site',
    query: shape({ '...': page, 'search?': 'string <= 320' }),
    lists: 'results',
    answer: results(row),
  }),
  'project.look-up': endpoint('GET /api/2/admin/projects/{id}/', {
    summary: 'Returns a project and who may enter it, with levels and roles',
    access: 'site',
    wayIn: 'right',
    answer: project,
  }),
} as const
