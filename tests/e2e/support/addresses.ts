import type { Page } from 'playwright'
import { hasFlag, linkTo } from '../../../src/commands/core/addresses.ts'
import { type ParamsOfRoute, type RouteName, routes } from '../../../src/commands/routes.ts'
import type { Furnished } from './furnish.ts'

/** Every screen's name, as the routes have them. */
// The table's own keys.
export const routeNames = Object.keys(routes) as RouteName[]

/** Screens that somebody sees who is not signed in, and that lead away whoever is. */
export const isFrontPage = (name: RouteName): boolean =>
  hasFlag(name, 'noAuthOk') && name !== 'debug' && name !== 'external'

/** The address of every screen of a furnished project. A route without an entry does not compile. */
export const addressesOf = (furnished: Furnished): Readonly<Record<RouteName, string>> => {
  const {
    monitorId,
    resultId,
    scheduleId,
    downtimeId,
    fileId,
    webhookId,
    organizationId,
    agentId,
    mailId,
    authId,
    tokenId,
    workflowId,
    workflowResultId,
    reportId,
    reportToken,
  } = furnished
  const callId = monitorId
  const params: { readonly [Name in RouteName]: ParamsOfRoute<Name> } = {
    'sign-in': {},
    'sign-out': {},
    register: {},
    debug: {},
    'set-up': { token: 'no-such-link' },
    // The real one is given by the provider; this one was left open for too long.
    interaction: { uid: 'no-such-sign-in' },
    'forgotten-password': {},
    'new-password': { accountId: 'nobody', token: 'no-such-link' },
    'verify-address': { token: 'no-such-link' },
    unsubscribe: { token: 'no-such-link' },
    'confirm-recipient': { token: 'no-such-link' },
    reports: {},
    'new-report': {},
    report: { reportId },
    'report-edit': { reportId },
    'report-graph': { reportId, groupId: 'shop', graphType: 'latency' },
    'public-report': { token: reportToken },
    external: { href: 'https://example.com/docs?page=1' },
    'superset-viewer': {},
    collections: {},
    'new-project': {},
    organization: { orgId: organizationId },
    welcome: {},
    'getting-started': {},
    home: {},
    'home-performance': {},
    monitors: {},
    'new-monitor': { callId: 'new' },
    monitor: { callId },
    'monitor-run': { callId, locationId: 'local' },
    'monitor-edit': { callId },
    'monitor-advanced': { callId },
    'monitor-assertions': { callId },
    'monitor-results': { callId },
    'monitor-statistics': { callId },
    'monitor-latency': { callId },
    'monitor-histogram': { callId },
    'monitor-response': { callId },
    'monitor-heatmap': { callId },
    'monitor-passfail': { callId },
    'monitor-map': { callId },
    insights: {},
    objectives: {},
    'home-settings': {},
    'monitor-insights': { callId },
    'monitor-insights-period': { callId, start: '2026-01-05', end: '2026-01-12' },
    workflows: {},
    'new-workflow': {},
    workflow: { workflowId },
    'workflow-edit': { workflowId },
    'workflow-advanced': { workflowId },
    'workflow-results': { workflowId },
    'workflow-schedules': { workflowId },
    'workflow-audit': { workflowId },
    'workflow-result': { workflowResultId },
    profile: {},
    'email-subscriptions': {},
    outbox: {},
    accounts: {},
    mail: { mailId },
    'project-settings': {},
    'api-keys': {},
    agents: {},
    'new-agent': {},
    agent: { agentId },
    'monitor-webhooks': { callId },
    webhooks: {},
    'new-webhook': {},
    webhook: { webhookId },
    'webhook-edit': { webhookId },
    'monitor-schedules': { callId },
    'organization-certificates': { orgId: organizationId },
    'service-accounts': { orgId: organizationId },
    'key-service': { orgId: organizationId },
    'organization-downtimes': { orgId: organizationId },
    files: {},
    'new-file': {},
    file: { fileId },
    schedules: {},
    'new-schedule': {},
    schedule: { scheduleId },
    'schedule-targets': { scheduleId },
    'schedule-downtimes': { scheduleId },
    downtimes: {},
    'auth-settings': {},
    'new-auth-setting': {},
    'auth-setting': { authId },
    'auth-setting-keys': { authId },
    'auth-setting-tokens': { authId },
    'auth-setting-certificates': { authId },
    'auth-setting-users': { authId },
    tokens: {},
    'token-wizard': { authId },
    'new-token': { authId },
    token: { tokenId },
    'token-callback': {},
    'new-downtime': {},
    downtime: { downtimeId },
    audit: {},
    'assertions-latency': {},
    'assertions-http': {},
    'assertions-headers': {},
    'assertions-body': {},
    environments: {},
    environment: { workspace: 'global' },
    'audit-of-resource': { resourceId: monitorId },
    'audit-of-organization': { orgId: organizationId },
    'monitor-audit': { callId },
    notifications: {},
    results: {},
    result: { resultId },
    'result-difference': { resultId },
  }
  // Each name with its own variables, as the table above has them.
  const entries = routeNames.map((name) => [name, linkTo(name, params[name] as never)])
  return Object.fromEntries(entries) as Record<RouteName, string>
}

/** Goes to an address within the page that is open, as the browser's own buttons do: nothing is loaded anew. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
