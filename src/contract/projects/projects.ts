import { accessLevel, organization, project } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { results, tags, time } from '../core/wire.ts'

const settled = shape({
  project,
  organization: [organization, '|', 'null'],
  access_level: accessLevel,
  settings: {
    /** Whether runs that a person asks for by hand tell webhooks too. */
    alert_on_manual_runs: 'boolean',
  },
})

const member = shape({
  /** The access entry's id; of a role, one made of its names. */
  id: 'string',
  account_id: 'string',
  account_name: 'string',
  account_email: 'string',
  access_level: accessLevel,
  /** Null: the access was granted to the account itself. */
  role_id: 'string | null',
  created: time,
})

/** A project's own settings, and who may enter it. */
export const projects = {
  'project.read': endpoint('GET /api/2/projects/{id}', {
    summary: 'A project, its organization and its settings; the id is that of the request’s project',
    access: 'see',
    answer: settled,
  }),
  'project.update': endpoint('POST /api/2/projects/{id}', {
    summary: 'Changes a project: fields that are absent stay as they are',
    access: 'manage',
    audit: 'project.update',
    body: shape({ 'name?': '1 <= string <= 400', 'tags?': tags, 'alert_on_manual_runs?': 'boolean' }),
    answer: settled,
  }),
  'project.remove': endpoint('DELETE /api/2/projects/{id}', {
    summary: 'Deletes a project with all that is in it, for good; its runs stop and its keys are refused at once',
    access: 'own',
    audit: 'project.delete',
    status: 204,
    answer: null,
  }),
  'project.members': endpoint('GET /api/2/projects/{id}/access', {
    summary: 'Who may enter the project, and at which level',
    access: 'inspect',
    lists: 'results',
    answer: results(member),
  }),
} as const
