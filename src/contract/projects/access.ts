import { accessLevel } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { results, time } from '../core/wire.ts'
import { member } from './projects.ts'

const roleGrant = shape({ id: 'string', role_id: 'string', access_level: accessLevel, created: time })

const PROJECT = '/api/2/projects/{id}' as const

/** Grants in a project: direct access of accounts, and levels of the organization's roles. */
export const projectAccess = {
  'access.grant': endpoint(`POST ${PROJECT}/access`, {
    summary:
      'Gives an account direct access, or changes its level. The account is a member of the project or of its organization; others are invited',
    access: 'manage',
    wayIn: 'right',
    letsIn: true,
    audit: 'access.grant',
    repeatable: true,
    /** Either the id of the account or its email address. */
    body: shape({ 'account_id?': 'string <= 128', 'email?': 'string <= 320', access_level: accessLevel }),
    answer: member,
  }),
  'access.remove': endpoint(`DELETE ${PROJECT}/access/{accessId}/`, {
    summary: 'Takes direct access from an account; the last OWNER stays',
    access: 'manage',
    wayIn: 'right',
    audit: 'access.remove',
    status: 204,
    answer: null,
  }),
  'access.leave': endpoint(`POST ${PROJECT}/leave`, {
    summary: 'Gives up the caller’s own direct access; the last OWNER stays',
    access: 'see',
    wayIn: 'right',
    effect: 'destroy',
    audit: 'access.leave',
    status: 204,
    answer: null,
  }),
  'project.roles': endpoint(`GET ${PROJECT}/roles`, {
    summary: 'Lists the roles of the organization that have a level in the project',
    access: 'inspect',
    wayIn: 'right',
    lists: 'results',
    /** `unassigned`: roles that may be given a level; for those who may give one. */
    answer: shape({ ...results(roleGrant), unassigned: 'string[]' }),
  }),
  'role-access.grant': endpoint(`POST ${PROJECT}/roles`, {
    summary: 'Gives a role of the project’s organization a level in the project, or changes it',
    access: 'manage',
    wayIn: 'right',
    letsIn: true,
    audit: 'role-access.grant',
    repeatable: true,
    body: shape({ role_id: '2 <= string <= 64', access_level: accessLevel }),
    answer: roleGrant,
  }),
  'role-access.remove': endpoint(`DELETE ${PROJECT}/roles/{accessId}/`, {
    summary: 'Takes the level of a role in the project away',
    access: 'manage',
    wayIn: 'right',
    audit: 'role-access.remove',
    status: 204,
    answer: null,
  }),
} as const
