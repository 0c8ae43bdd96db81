import { appMachine } from '../app.ts'
import type { Example } from '../chart/example.ts'
import type { AccessRecord } from '../projects/project-choice.ts'
import { projectSwitchMachine } from '../projects/project-switch.ts'
import type { ProjectList, Quota } from '../projects/project-switch-context.ts'
import { CallError } from '../resource/failure.ts'

const error = new Error('The list could not be read.')
const barred = new CallError({
  operation: 'quota.read',
  message: 'Acme requires it.',
  status: 403,
  statusText: '',
  url: '',
  problems: [],
  body: { error: 'mfa_required' },
  at: 1,
})
const when = '2026-01-05T10:00:00Z'

const recordOf = (id: string, access_level: AccessRecord['access_level']): AccessRecord => ({
  id: `access-${id}`,
  access_level,
  account_id: 'ada',
  account_email: 'ada@example.com',
  role_id: null,
  created: when,
  last_update: when,
  project: {
    id,
    name: `Project ${id}`,
    org_id: null,
    tags: [],
    system_tags: [],
    security_profile: null,
    score_bands: { warning: 6, good: 8 },
    created: when,
    last_update: when,
  },
  organization: null,
})

const listOf = (ids: readonly string[], permissions: readonly string[] = [], new_project = false): ProjectList => ({
  meta: {
    account_id: 'ada',
    current_project_id: null,
    invites: [],
    new_project,
    roles: {},
    permissions: [...permissions],
    verify_needed: false,
    creates_in: [],
  },
  projects: ids.map((id, index) => recordOf(id, index === 0 ? 'OWNER' : 'VIEWER')),
  organizations: [],
})

const quota: Quota = {
  sub: { level: 'NONE', name: 'None', plan: '', state: 'active', start: null, end: null },
  trial_expiry_date: null,
  has_trial_expired: false,
  counts: {
    last_hour_dt: when,
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

const switchOf = (lists: readonly (ProjectList | null)[]): Example => ({
  machine: projectSwitchMachine,
  input: { remembered: null },
  cases: {
    'xstate.done.actor.list': lists.map((output) => ({ output })),
    'xstate.error.actor.list': [{ error }],
    'xstate.done.actor.refresh': lists.slice(0, 2).map((output) => ({ output })),
    'xstate.error.actor.refresh': [{ error }],
    'xstate.done.actor.read': [{ output: recordOf('z', 'VIEWER').project }],
    'xstate.error.actor.read': [{ error }, { error: barred }],
    'xstate.done.actor.quota': [{ output: quota }],
    'xstate.error.actor.quota': [{ error }, { error: barred }],
    SWITCH: [{ id: 'b' }, { id: 'z' }],
    ADDED: [{ record: recordOf('c', 'OWNER') }],
    LEFT: [{ id: 'a' }],
    BARRED: [
      { demand: { code: 'mfa_required', message: 'Acme requires it.' } },
      { demand: { code: 'no_project_access', message: 'No access.' } },
    ],
    LOCATED: [{ id: 'm1', projectId: 'b' }],
  },
  tells: ({ account, projects, current, next, opening, barred: behind, error: failed }) => [
    account?.permissions,
    projects.length,
    current?.project.id,
    next,
    opening?.project.id,
    behind?.projectId,
    failed?.message,
  ],
})

export const projectSwitch: readonly Example[] = [
  switchOf([listOf(['a', 'b']), listOf([]), listOf(['b'], [], true), null]),
  switchOf([listOf(['a'], ['site_viewer']), listOf([], ['site_viewer'])]),
]

const sessionOf = (value: string, sub: string | null = null) => ({
  snapshot: { value, context: { user: sub === null ? null : { sub } } },
})
const sessions = [sessionOf('signedIn', 'ada'), sessionOf('signedIn', 'bob'), sessionOf('signedOut')]
const openProjects = [null, recordOf('a', 'OWNER'), recordOf('b', 'VIEWER')].map((current) => ({
  snapshot: { value: 'ready', context: { current } },
}))
const failure = {
  operation: 'monitor.list',
  message: 'No.',
  status: 500,
  statusText: '',
  url: '',
  problems: [],
  body: null,
  at: 1,
}

export const app: readonly Example[] = [
  {
    machine: appMachine,
    input: {
      href: '/',
      signIn: { cameBack: false, secure: true },
      preferences: null,
      remembered: null,
      version: '1',
      now: () => 1,
    },
    cases: {
      'xstate.snapshot.sign-in': sessions,
      'xstate.snapshot.project': openProjects,
      RUN: [{ id: 'run-1', callId: 'm1' }],
      CANCEL_RUN: [{ id: 'run-1' }],
      RUN_ACCEPTED: [{ id: 'run-1' }],
      RUN_ENDED: [{ id: 'run-1', ending: 'cancelled', result: null, error: null }],
      LIVE: [{ event: { type: 'reset' } }],
      FAILED: [{ failure }],
    },
  },
]
