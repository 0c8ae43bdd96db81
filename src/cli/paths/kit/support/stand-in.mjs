// @ts-check
/**
 * @typedef {import('./driver.mjs').World} World
 * @typedef {import('./driver.mjs').Effect} Effect
 */

const WHEN = '2026-01-05T10:00:00Z'

/** @param {any} project */
const recordOf = ({ level = 'OWNER', ...project }) => ({
  id: `access-${project.id}`,
  access_level: level,
  account_id: 'ada',
  account_email: 'ada@example.com',
  role_id: null,
  created: WHEN,
  last_update: WHEN,
  project: {
    org_id: null,
    tags: [],
    system_tags: [],
    security_profile: null,
    score_bands: { warning: 6, good: 8 },
    created: WHEN,
    last_update: WHEN,
    ...project,
  },
  organization: null,
})

const QUOTA = {
  sub: { level: 'NONE', name: 'None', plan: '', state: 'active', start: null, end: null },
  trial_expiry_date: null,
  has_trial_expired: false,
  counts: {
    last_hour_dt: WHEN,
    last_hour_run_count: 0,
    org_test_run_count: 0,
    user_test_run_count: 0,
    public_report_count: 0,
    scheduled_test_count: 0,
    test_setup_count: 0,
  },
  monthly_progress: 0.5,
  quotas: { public_report_quota: null, test_run_quota: null, test_setup_quota: null },
}

/**
 * Answers for an account with one project that the server knows nothing of, for paths through a screen that asks about account and project.
 * @param {(world: World) => { project?: object, organizations?: object[], roles?: object }} told
 * @returns {Record<string, Effect>}
 */
export const standIn = (told) => ({
  projects: {
    url: /\/api\/2\/account\/projects/,
    always(route, world) {
      const { project, organizations = [], roles = {} } = told(world)
      return route.fulfill({
        json: {
          meta: {
            account_id: 'ada',
            current_project_id: null,
            invites: [],
            new_project: false,
            roles,
            permissions: [],
            verify_needed: false,
            creates_in: [],
          },
          projects: [recordOf({ id: 'a', name: 'Project a', ...project })],
          organizations,
        },
      })
    },
  },
  quota: { url: /\/api\/2\/account\/quota/, always: (route) => route.fulfill({ json: QUOTA }) },
})

/**
 * Whatever else a page asks the server for: it waits, since the server would refuse a project that it does not know. They stand last.
 * @type {Record<string, Effect>}
 */
export const others = {
  health: { url: /\/api\/health/, always: (route) => route.continue() },
  rest: { url: /\/api\/\d\/(?!account\/|links\/)/ },
}
