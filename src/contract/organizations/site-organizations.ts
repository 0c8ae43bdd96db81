import { endpoint, shape } from '../core/endpoint.ts'
import { time } from '../core/wire.ts'
import { organizationRole, organizationSettings } from './organizations.ts'

const organization = shape({
  '...': organizationSettings,
  /** Runs in this month. */
  runs: 'number.integer >= 0',
  roles: [organizationRole, '[]'],
  /** People by name, at most 500. */
  accounts: [
    {
      id: 'string',
      name: 'string',
      email: 'string',
      /** Its roles besides DEFAULT, which every member has. */
      roles: 'string[]',
      has_second_factor: 'boolean',
      last_login: [time, '|', 'null'],
      blocked: [time, '|', 'null'],
      joined: time,
    },
    '[]',
  ],
  accounts_truncated: 'boolean',
  /** Projects, newest first, at most 500. */
  owned: [
    {
      id: 'string',
      name: 'string',
      member_count: 'number.integer >= 0',
      monitor_count: 'number.integer >= 0',
      created: time,
    },
    '[]',
  ],
  owned_truncated: 'boolean',
})

/** One organization of the installation, for site admins. */
export const siteOrganizations = {
  'organization.look-up': endpoint('GET /api/2/admin/organizations/{id}/', {
    summary: 'Returns an organization with its rules, roles, people and projects',
    access: 'site',
    wayIn: 'sign-in',
    answer: organization,
  }),
} as const
