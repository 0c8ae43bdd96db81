import { accessLevel, organization, project } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { objectTags, shownNameOf } from '../core/names.ts'
import { wholeBetween } from '../core/notation.ts'
import { page, results, time } from '../core/wire.ts'

const name = shownNameOf('1 <= string <= 400')

/** An organization as its ADMINs change it. */
export const organizationSettings = shape({
  '...': organization,
  members: 'number.integer >= 0',
  projects: 'number.integer >= 0',
  service_accounts: 'number.integer >= 0',
  /** Why its secrets cannot be encrypted with a key of its own; null if a key service is set up. */
  kms_unavailable: 'string | null',
})

const listed = shape({
  '...': organization,
  members: 'number.integer >= 0',
  projects: 'number.integer >= 0',
  /** Runs in this month. */
  runs: 'number.integer >= 0',
})

/** A member of an organization. */
const member = shape({
  id: 'string',
  name: 'string',
  email: 'string',
  email_verified: 'boolean',
  picture: 'string | null',
  /** Its roles besides DEFAULT, which every member has. */
  roles: 'string[]',
  /** Kinds of its second factors. */
  multifactor: 'string[]',
  last_login: [time, '|', 'null'],
  /** When a site admin blocked the account. */
  blocked: [time, '|', 'null'],
  joined: time,
})

/** A role of an organization, with its figures. */
export const organizationRole = shape({
  id: 'string',
  org_id: 'string',
  description: 'string',
  /** Whether its members may create projects in the organization. */
  creates_projects: 'boolean',
  /** ADMIN and DEFAULT, which can be neither renamed nor deleted. */
  built_in: 'boolean',
  members: 'number.integer >= 0',
  projects: 'number.integer >= 0',
  created: time,
  last_update: time,
})

/** A grant in a project: of an account, or of a role. */
const grant = shape({
  id: 'string',
  project_id: 'string',
  project_name: 'string',
  access_level: accessLevel,
  account_id: 'string | null',
  account_name: 'string | null',
  account_email: 'string | null',
  role_id: 'string | null',
  created: time,
})

const ORGANIZATION = '/api/2/organizations/{org}' as const
const description = shape('string <= 1500')

/** Organizations: their settings, members, roles and projects, for their ADMINs. */
export const organizations = {
  'organization.list': endpoint('GET /api/2/organizations/', {
    summary: 'Lists all organizations of the installation by name; `search` matches parts of names and ids',
    access: 'site',
    query: shape({ '...': page, 'search?': 'string <= 400' }),
    lists: 'results',
    answer: results(listed),
  }),
  'organization.create': endpoint('POST /api/2/organizations/', {
    summary: 'Creates an organization; the caller becomes its ADMIN',
    access: 'account',
    audit: 'organization.create',
    status: 201,
    repeatable: true,
    body: shape({ name, 'tags?': objectTags }),
    shows: 'organization-settings',
    answer: organizationSettings,
  }),
  'organization.read': endpoint(`GET ${ORGANIZATION}/`, {
    summary: 'Returns the settings of an organization',
    access: 'organization',
    shows: 'organization-settings',
    answer: organizationSettings,
  }),
  'organization.update': endpoint(`POST ${ORGANIZATION}/`, {
    summary: 'Changes the settings of an organization; absent fields keep their values',
    access: 'organization',
    wayIn: 'sign-in',
    audit: 'organization.update',
    body: shape({
      'name?': name,
      'tags?': objectTags,
      'enforce_2fa?': 'boolean',
      'password_expiry_days?': wholeBetween({ least: 0, most: 365 }),
      'session_hours?': wholeBetween({ least: 1, most: 8760 }),
      /** The version that the change was based on; it is refused if someone else changed the organization since. */
      'if_last_update?': 'string <= 40',
    }),
    shows: 'organization-settings',
    answer: organizationSettings,
  }),
  'organization.remove': endpoint(`DELETE ${ORGANIZATION}/`, {
    summary: 'Deletes an organization without projects, with its roles, certificates, downtimes and service accounts',
    access: 'organization',
    audit: 'organization.delete',
    status: 204,
    answer: null,
  }),

  'organization.members': endpoint(`GET ${ORGANIZATION}/accounts`, {
    summary: 'Lists the members of an organization by name; `search` matches parts of names and addresses',
    access: 'organization',
    wayIn: 'sign-in',
    query: shape({ '...': page, 'search?': 'string <= 320' }),
    lists: 'results',
    answer: results(member),
  }),
  'organization.member': endpoint(`GET ${ORGANIZATION}/accounts/{id}`, {
    summary: 'Returns one member of an organization',
    access: 'organization',
    wayIn: 'sign-in',
    for: 'automation',
    answer: member,
  }),
  'organization.remove-member': endpoint(`DELETE ${ORGANIZATION}/accounts/{id}/`, {
    summary: 'Removes a member with all roles; the last ADMIN stays. Direct access to projects is kept',
    access: 'organization',
    wayIn: 'right',
    audit: 'organization.remove-member',
    status: 204,
    answer: null,
  }),
  'organization.add-role': endpoint(`PUT ${ORGANIZATION}/accounts/{id}/role/{role}/`, {
    summary: 'Gives a member a role',
    access: 'organization',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.add-role',
    answer: member,
  }),
  'organization.take-role': endpoint(`DELETE ${ORGANIZATION}/accounts/{id}/role/{role}/`, {
    summary: 'Takes a role from a member; the last ADMIN keeps ADMIN, and every member keeps DEFAULT',
    access: 'organization',
    wayIn: 'right',
    audit: 'organization.take-role',
    status: 204,
    answer: null,
  }),

  'organization.roles': endpoint(`GET ${ORGANIZATION}/roles`, {
    summary: 'Lists the roles of an organization: ADMIN, DEFAULT, then custom ones by name',
    access: 'organization',
    wayIn: 'right',
    lists: 'results',
    answer: results(organizationRole),
  }),
  'organization.create-role': endpoint(`POST ${ORGANIZATION}/roles`, {
    summary: 'Creates a role. Its id is its name: capital letters, digits and underscores',
    access: 'organization',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.create-role',
    status: 201,
    repeatable: true,
    body: shape({ id: '2 <= string <= 64', 'description?': description, 'creates_projects?': 'boolean' }),
    answer: organizationRole,
  }),
  'organization.update-role': endpoint(`PUT ${ORGANIZATION}/roles/{role}`, {
    summary: 'Changes the description of a role, and whether its members may create projects',
    access: 'organization',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.update-role',
    body: shape({ 'description?': description, 'creates_projects?': 'boolean' }),
    answer: organizationRole,
  }),
  'organization.remove-role': endpoint(`DELETE ${ORGANIZATION}/roles/{role}/`, {
    summary: 'Deletes a role; its members lose the access that it gave them immediately',
    access: 'organization',
    wayIn: 'right',
    audit: 'organization.delete-role',
    status: 204,
    answer: null,
  }),
  'organization.role-access': endpoint(`GET ${ORGANIZATION}/roles/access`, {
    summary: 'Lists the access levels of roles in the organization’s projects',
    access: 'organization',
    wayIn: 'right',
    lists: 'results',
    answer: results(grant),
  }),

  'organization.projects': endpoint(`GET ${ORGANIZATION}/projects`, {
    summary: 'Lists the projects of an organization by name',
    access: 'organization',
    lists: 'results',
    answer: results(project),
  }),
  'organization.add-project': endpoint(`POST ${ORGANIZATION}/projects`, {
    summary: 'Creates a project in an organization, or moves one there that the caller owns',
    access: 'organization',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.add-project',
    status: 201,
    repeatable: true,
    /** The name of a new project, or the id of one to move. */
    body: shape({ 'name?': name, 'project_id?': 'string <= 128' }),
    answer: project,
  }),
  'organization.remove-project': endpoint(`DELETE ${ORGANIZATION}/projects/{id}/`, {
    summary: 'Moves a project out of an organization: roles lose it, and the caller becomes an OWNER of it',
    access: 'organization',
    wayIn: 'right',
    audit: 'organization.remove-project',
    status: 204,
    answer: null,
  }),
  'organization.access': endpoint(`GET ${ORGANIZATION}/projects/access`, {
    summary: 'Lists all grants in the organization’s projects, of accounts and of roles',
    access: 'organization',
    wayIn: 'right',
    lists: 'results',
    answer: results(grant),
  }),
  'organization.grant-role': endpoint(`PUT ${ORGANIZATION}/projects/{id}/roles/{role}`, {
    summary: 'Sets the access level of a role in a project of the organization; null takes it away',
    access: 'organization',
    wayIn: 'right',
    letsIn: true,
    audit: 'organization.grant-role',
    body: shape({ access_level: [accessLevel, '|', 'null'] }),
    status: 204,
    answer: null,
  }),
} as const
