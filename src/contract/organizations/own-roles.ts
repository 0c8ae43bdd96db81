import { endpoint, shape } from '../core/endpoint.ts'

const ROLE = '/api/2/account/roles/{role}/' as const
const query = shape({ org: 'string <= 128' })

/** The caller's own roles in an organization. */
export const ownRoles = {
  'organization.add-own-role': endpoint(`PUT ${ROLE}`, {
    summary: 'Gives the caller a role in the organization `org`, of which it is an ADMIN',
    access: 'account',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.add-role',
    query,
    status: 204,
    answer: null,
  }),
  'organization.give-up-role': endpoint(`DELETE ${ROLE}`, {
    summary:
      'Takes a role from the caller in the organization `org`. Giving up DEFAULT leaves the organization; its last ADMIN stays',
    access: 'account',
    wayIn: 'right',
    audit: 'organization.take-role',
    query,
    status: 204,
    answer: null,
  }),
} as const
