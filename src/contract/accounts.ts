import { endpoint, shape } from './endpoint.ts'
import { tags, time } from './wire.ts'

const accessLevel = shape("'OWNER' | 'EDITOR' | 'MANAGER' | 'ANALYST' | 'VIEWER'")

const project = shape({
  id: 'string',
  name: 'string',
  org_id: 'string | null',
  tags: 'string[]',
  system_tags: 'string[]',
  security_profile: 'string | null',
  created: time,
  last_update: time,
})

const organization = shape({
  id: 'string',
  org_id: 'string',
  name: 'string',
  enforce_2fa: 'boolean',
  kms_enabled: 'boolean',
  subscription_level: 'string | null',
  tags: 'string[]',
  password_expiry_days: 'number',
  created: time,
  last_update: time,
})

const accessRecord = shape({
  id: 'string',
  access_level: accessLevel,
  account_id: 'string',
  account_email: 'string',
  role_id: 'string | null',
  created: time,
  last_update: time,
  project,
  organization: [organization, '|', 'null'],
})

/** Accounts, and the projects that they may enter. */
export const accounts = {
  'project.list': endpoint('GET /api/2/account/projects', {
    summary: 'The projects that the caller may enter, with the level of each',
    access: 'account',
    answer: shape({
      meta: {
        account_id: 'string',
        current_project_id: 'string | null',
        invites: 'object[]',
        new_project: 'boolean',
        roles: 'Record<string, string[]>',
        permissions: 'string[]',
        verify_needed: 'boolean',
      },
      projects: [accessRecord, '[]'],
      organizations: [organization, '[]'],
    }),
  }),
  'project.create': endpoint('POST /api/2/account/projects', {
    summary:
      'Creates a project with a default schedule; by API key, the answer carries an OWNER key of the new project, once',
    access: 'account',
    audit: 'project.create',
    status: 201,
    repeatable: true,
    body: shape({ name: '1 <= string <= 400', 'org_id?': 'string <= 128 | null', 'tags?': tags }),
    answer: shape({ '...': project, 'api_key?': 'string' }),
  }),
  'quota.read': endpoint('GET /api/2/account/quota', {
    summary: 'The subscription of the current project, and what was used of it this month',
    access: 'see',
    answer: shape({
      sub: {
        level: 'string',
        name: 'string',
        plan: 'string',
        state: 'string',
        start: 'string | null',
        end: 'string | null',
      },
      trial_expiry_date: 'string | null',
      has_trial_expired: 'boolean',
      counts: {
        last_hour_dt: time,
        last_hour_run_count: 'number',
        org_test_run_count: 'number',
        user_test_run_count: 'number',
        public_report_count: 'number',
        scheduled_test_count: 'number',
        test_setup_count: 'number',
      },
      /** Share of the month that has passed, 0 to 1. */
      monthly_progress: 'number',
      /** Null: no limit. */
      quotas: {
        public_report_quota: 'number | null',
        test_run_quota: 'number | null',
        test_setup_quota: 'number | null',
      },
    }),
  }),
} as const
