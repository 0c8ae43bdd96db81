import { type Aliases, alias } from '../core/alias.ts'
import { organizations } from './organizations.ts'

/** Members and their roles for existing programs. */
export const organizationAliases: Aliases = {
  'organization.users': alias(organizations, 'GET /api/2/users/organization/{org}/', {
    alsoOf: 'organization.members',
  }),
  'organization.post-role': alias(organizations, 'POST /api/2/organizations/{org}/accounts/{id}/role/{role}/', {
    alsoOf: 'organization.add-role',
  }),
}
