import { accessLevel, organization, project } from '../accounts/accounts.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { objectTags, shownNameOf } from '../core/names.ts'
import { wholeBetween } from '../core/notation.ts'
import { BODY_DAYS, RESULT_DAYS } from '../core/retention-days.ts'
import { scoreBands } from '../core/score-bands.ts'
import { results, time } from '../core/wire.ts'

/** A grant that gives access: direct, where `role_id` is null, or of a role. */
const way = shape({ id: 'string', level: accessLevel, role_id: 'string | null' })

const settled = shape({
  project,
  organization: [organization, '|', 'null'],
  access_level: accessLevel,
  /** All grants that let the caller enter, highest first: direct access, and roles. Empty for API keys. */
  ways: [way, '[]'],
  /** The caller's permission for the whole site, which opens every project. */
  site_permission: 'string | null',
  settings: {
    /** Whether runs that a person starts by hand also alert. */
    alert_on_manual_runs: 'boolean',
    /** Days for which results are kept, and for which their requests, responses, logs and pictures are. */
    result_days: 'number.integer',
    body_days: 'number.integer',
  },
})

const resultDays = wholeBetween({ least: 1, most: RESULT_DAYS })
const bodyDays = wholeBetween({ least: 1, most: BODY_DAYS })

const expiring = shape({
  /** Results due before this time are deleted. */
  before: time,
  /** Results that are there now and will be deleted, counted up to a million. */
  count: 'number.integer >= 0',
  /** Whether there are more than were counted. */
  more: 'boolean',
})

/** A member of a project, at the highest of their levels. */
export const member = shape({
  /** The access entry's id. For access through a role, an id derived from the role. */
  id: 'string',
  account_id: 'string',
  account_name: 'string',
  account_email: 'string',
  access_level: accessLevel,
  /** Null if access was granted to the account itself. */
  role_id: 'string | null',
  /** All grants that give access, highest first: direct ones, and those of roles. */
  grants: [way, '[]'],
  created: time,
})

/** The settings of a project, and its members. */
export const projects = {
  'project.read': endpoint('GET /api/2/projects/{id}', {
    summary: 'Returns a project, its organization and its settings; the id must be that of the request’s project',
    access: 'see',
    answer: settled,
  }),
  'project.update': endpoint('POST /api/2/projects/{id}', {
    summary: 'Changes a project; absent fields keep their values',
    access: 'manage',
    audit: 'project.update',
    body: shape({
      'name?': shownNameOf('1 <= string <= 400'),
      'tags?': objectTags,
      'alert_on_manual_runs?': 'boolean',
      'result_days?': resultDays,
      'body_days?': bodyDays,
      'score_bands?': scoreBands,
    }),
    answer: settled,
  }),
  'project.expiring': endpoint('GET /api/3/projects/{id}/expiring', {
    summary: 'Counts what a retention would delete; nothing is changed',
    access: 'manage',
    query: shape({ result_days: resultDays, body_days: bodyDays }),
    answer: shape({ results: expiring, details: expiring }),
  }),
  'project.remove': endpoint('DELETE /api/2/projects/{id}', {
    summary: 'Permanently deletes a project and everything in it; its runs stop and its keys are refused immediately',
    access: 'own',
    audit: 'project.delete',
    status: 204,
    answer: null,
  }),
  'project.members': endpoint('GET /api/2/projects/{id}/access', {
    summary: 'Lists the members of the project with their access levels',
    access: 'inspect',
    wayIn: 'right',
    lists: 'results',
    answer: results(member),
  }),
} as const
