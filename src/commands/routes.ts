/**
 * The screens by their addresses. One row says all of a route; links, the router, titles and the `open …` commands are read off it.
 * `noAuthOk`: usable without sign-in; `noProjectOk`: usable without a selected project; `fullModal`: it takes the whole page, without the
 * shell around it.
 */
type Flag = 'noAuthOk' | 'noProjectOk' | 'siteAdminOnly' | 'fullModal'

export type RouteSpec = {
  /** As the specification spells it; variables in braces. */
  readonly path: `/${string}`
  /** What the page is called, in its title and in the console. */
  readonly title: string
  readonly flags?: readonly Flag[]
  /** What is typed after `open`; absent where nobody opens it by name. */
  readonly words?: string
  /** The keys that open it from anywhere. */
  readonly keys?: string
}

const route = <const Spec extends RouteSpec>(spec: Spec): Spec => spec

export const routes = {
  'sign-in': route({ path: '/', title: 'Sign in', flags: ['noAuthOk', 'noProjectOk'], words: 'sign-in' }),
  'sign-out': route({ path: '/logout/', title: 'Signed out', flags: ['noAuthOk', 'noProjectOk'] }),
  register: route({
    path: '/register/',
    title: 'Create an account',
    flags: ['noAuthOk', 'noProjectOk'],
    words: 'registration',
  }),
  debug: route({ path: '/debug/', title: 'Debug', flags: ['noAuthOk', 'noProjectOk'], words: 'debug' }),
  'set-up': route({ path: '/setup/{token}', title: 'Set up', flags: ['noAuthOk', 'noProjectOk'] }),
  interaction: route({ path: '/interaction/{uid}', title: 'Sign in', flags: ['noAuthOk', 'noProjectOk'] }),
  'forgotten-password': route({
    path: '/password-reset/',
    title: 'Reset the password',
    flags: ['noAuthOk', 'noProjectOk'],
    words: 'password-reset',
  }),
  'new-password': route({
    path: '/password-reset/{accountId}/{token}',
    title: 'New password',
    flags: ['noAuthOk', 'noProjectOk'],
  }),
  'verify-address': route({ path: '/verify/{token}', title: 'Verify the address', flags: ['noAuthOk', 'noProjectOk'] }),
  external: route({ path: '/ext/{href}', title: 'Leaving', flags: ['noAuthOk', 'noProjectOk'] }),
  unsubscribe: route({ path: '/unsubscribe/{token}', title: 'Unsubscribe', flags: ['noAuthOk', 'noProjectOk'] }),
  'confirm-recipient': route({
    path: '/confirm-alerts/{token}',
    title: 'Confirm alerts',
    flags: ['noAuthOk', 'noProjectOk'],
  }),
  'email-subscriptions': route({
    path: '/subscriptions/email',
    title: 'E-mail subscriptions',
    flags: ['noProjectOk'],
    words: 'email-subscriptions',
  }),
  outbox: route({ path: '/admin/mail', title: 'Outbox', flags: ['noProjectOk', 'siteAdminOnly'], words: 'outbox' }),
  mail: route({ path: '/admin/mail/{mailId}', title: 'Mail', flags: ['noProjectOk', 'siteAdminOnly'], words: 'mail' }),
  accounts: route({
    path: '/admin/accounts',
    title: 'Accounts',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: 'accounts',
  }),
  collections: route({
    path: '/collections',
    title: 'Collections',
    flags: ['noProjectOk'],
    words: 'collections',
    keys: 'g C',
  }),
  'new-project': route({ path: '/project', title: 'New project', flags: ['noProjectOk'], words: 'new-project' }),
  welcome: route({ path: '/welcome', title: 'Welcome', flags: ['noProjectOk'], words: 'welcome' }),
  'getting-started': route({
    path: '/getting-started',
    title: 'Getting started',
    flags: ['fullModal'],
    words: 'getting-started',
  }),
  home: route({ path: '/home/', title: 'Home', words: 'home', keys: 'g h' }),
  monitors: route({ path: '/tests/', title: 'Monitors', words: 'monitors', keys: 'g m' }),
  'new-monitor': route({ path: '/calls/edit/{callId}', title: 'Edit monitor', words: 'monitor-editor' }),
  monitor: route({ path: '/tests/test/{callId}/', title: 'Monitor', words: 'monitor' }),
  'monitor-run': route({ path: '/tests/test/{callId}/run/{locationId}', title: 'Run', words: 'monitor-run' }),
  'monitor-edit': route({ path: '/tests/test/{callId}/edit', title: 'Edit', words: 'monitor-edit' }),
  'monitor-results': route({ path: '/tests/test/{callId}/results', title: 'Results', words: 'monitor-results' }),
  'monitor-statistics': route({
    path: '/tests/test/{callId}/stats/',
    title: 'Statistics',
    words: 'monitor-statistics',
  }),
  'monitor-latency': route({ path: '/tests/test/{callId}/stats/latency', title: 'Latency', words: 'monitor-latency' }),
  'monitor-passfail': route({
    path: '/tests/test/{callId}/stats/passfail',
    title: 'Pass and fail',
    words: 'monitor-passfail',
  }),
  profile: route({ path: '/settings/profile', title: 'Profile', flags: ['noProjectOk'], words: 'profile' }),
  'project-settings': route({ path: '/settings/project', title: 'Project settings', words: 'project-settings' }),
  'api-keys': route({ path: '/settings/api-key', title: 'API keys', words: 'api-keys' }),
  'monitor-webhooks': route({
    path: '/tests/test/{callId}/webhooks',
    title: 'Alerts & Webhooks',
    words: 'monitor-webhooks',
  }),
  webhooks: route({ path: '/webhooks', title: 'Alerts & Webhooks', words: 'webhooks', keys: 'g a' }),
  'new-webhook': route({ path: '/webhooks/new', title: 'New alert', words: 'new-webhook' }),
  webhook: route({ path: '/webhooks/{webhookId}', title: 'Alert', words: 'webhook' }),
  'webhook-edit': route({ path: '/webhooks/{webhookId}/edit', title: 'Edit alert', words: 'webhook-edit' }),
  'monitor-schedules': route({
    path: '/tests/test/{callId}/schedules',
    title: 'Monitoring',
    words: 'monitor-schedules',
  }),
  schedules: route({ path: '/schedules', title: 'Schedules', words: 'schedules', keys: 'g s' }),
  'new-schedule': route({ path: '/schedules/new', title: 'New schedule', words: 'new-schedule' }),
  schedule: route({ path: '/schedules/{scheduleId}', title: 'Schedule', words: 'schedule' }),
  'schedule-targets': route({
    path: '/schedules/{scheduleId}/targets',
    title: 'Monitors of a schedule',
    words: 'schedule-targets',
  }),
  notifications: route({ path: '/notifications/', title: 'Notifications', words: 'notifications', keys: 'g n' }),
  audit: route({ path: '/audits/', title: 'Audit', words: 'audit', keys: 'g l' }),
  'audit-of-resource': route({ path: '/audits/resource/{resourceId}/', title: 'Audit', words: 'resource-audit' }),
  'audit-of-organization': route({
    path: '/audits/organization/{orgId}/',
    title: 'Audit of the organization',
    flags: ['noProjectOk'],
    words: 'organization-audit',
  }),
  'monitor-audit': route({ path: '/tests/test/{callId}/audit', title: 'Audit', words: 'monitor-audit' }),
  results: route({ path: '/tests/results', title: 'Results', words: 'results', keys: 'g r' }),
  result: route({ path: '/tests/result/{resultId}/', title: 'Result', words: 'result' }),
} as const

export type RouteName = keyof typeof routes

/** Old and short addresses, and where they lead. A variable that both name is carried over. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ['/login/', '/'],
  ['/projects', '/collections'],
  ['/home/audit', '/audits/'],
  ['/subscriptions', '/subscriptions/email'],
  ['/account-settings/webhooks', '/webhooks'],
  ['/settings/', '/settings/profile'],
  ['/settings/generate-api-key', '/settings/api-key'],
  ['/tests/test/{callId}/stats/passfail-block', '/tests/test/{callId}/stats/passfail'],
  ['/stats/{callId}/', '/tests/test/{callId}/stats/'],
  ['/stats/{callId}/latency', '/tests/test/{callId}/stats/latency'],
  ['/stats/{callId}/passfail', '/tests/test/{callId}/stats/passfail'],
  ['/stats/{callId}/passfail-block', '/tests/test/{callId}/stats/passfail'],
]

/** Where unknown addresses lead, and where a signed-in person begins. */
export const UNKNOWN_LEADS_TO = '/collections'

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The variables of a route. */
export type ParamsOfRoute<Name extends RouteName> = { readonly [P in NamesIn<(typeof routes)[Name]['path']>]: string }

/** What `linkTo` takes after the name: nothing for a route without variables. */
export type LinkArguments<Name extends RouteName> = [NamesIn<(typeof routes)[Name]['path']>] extends [never]
  ? [params?: Record<never, never>, search?: Search]
  : [params: ParamsOfRoute<Name>, search?: Search]

export type Search = Readonly<Record<string, string | number | boolean | null | undefined>>
