import { aliases } from '../../src/contract/aliases.ts'
import type { EndpointName } from '../../src/contract/contract.ts'
import { type NestedForm, placeOf } from '../../src/contract/core/nested-form.ts'
import { managedSamples } from '../support/managed-kinds.ts'
import { ofAgents } from './agent-samples.ts'
import { alertSamples } from './alert-samples.ts'
import { factorSamples } from './factor-samples.ts'
import { ofIdentity } from './identity-samples.ts'
import { incidentSamples } from './incident-samples.ts'
import { ofIntegrations } from './integration-samples.ts'
import { ofOrganizations } from './organization-samples.ts'
import type { Sample } from './sample.ts'
import { ofStatus } from './status-samples.ts'

const when = { from: '2026-01-01T00:00:00Z', to: '2126-01-08T00:00:00+01:00' }
const span = { start: '2026-01-01T00:00:00Z', end: '2026-01-08T00:00:00.5+01:00' }

/** The samples of managed kinds, such as `monitor.create`. */
const ofManagedKinds: Readonly<Record<string, Sample>> = Object.fromEntries(
  Object.entries(managedSamples).flatMap(([kind, { create, update }]) => [
    [`${kind}.create`, { body: create }],
    [`${kind}.update`, { body: update }],
  ]),
)

const ofEndpoints: Partial<Record<EndpointName, Sample>> = {
  ...ofManagedKinds,
  'monitor.list': { query: { limit: '10', cursor: '', search: 'a', tag: 'b' } },
  'browser-test.create': {
    body: {
      name: 'Journey',
      description: 'x',
      tags: ['a'],
      workspace: 'global',
      url: 'https://example.com/',
      browser_types: ['chromium'],
      viewport: { width: 390, height: 844 },
      user_agent: 'Sonde',
      wait_until: 'load',
      timeout_ms: 30000,
      verify_tls: true,
      assertions: [{ kind: 'vital_below', vital: 'lcp', value: '2500', outcome: 'slow' }],
      steps: [
        { kind: 'go', url: '/login' },
        { kind: 'fill', locator: { label: 'Email' }, value: '{{ EMAIL }}' },
        { kind: 'press', key: 'Enter' },
        {
          kind: 'expect',
          name: 'signed in',
          locator: { role: 'heading', name: 'Home', exact: true },
          expected: 'visible',
        },
        { kind: 'screenshot' },
      ],
      variables: [{ key: 'EMAIL', value: 'ada@example.com', secret: true }],
      allowed_origins: ['https://example.com'],
    },
  },
  'browser-test.update': { body: { name: 'Renamed', viewport: { width: 1440, height: 900 }, steps: [] } },
  'result.screenshot': { query: { step: '1' } },
  'trial.screenshot': { query: { step: '1' } },
  'agent.picture': { body: { content: 'iVBORw0KGgo=' } },
  ...alertSamples,
  ...incidentSamples,
  'deleted-monitor.list': { query: { limit: '10', cursor: '' } },
  'older-monitor.list': { query: { limit: '10', cursor: '' } },
  'shared-monitor.list': { query: { limit: '10', cursor: '' } },
  ...factorSamples,
  ...ofOrganizations,
  'monitor.duplicate': { body: { name: 'Copy' } },
  'monitor.from-curl': { body: { request: "curl -d 'a=b' https://example.com/" } },
  'monitor.run': { body: { location_id: 'local', run_delay: 0, context: { NAME: 'x' } } },
  'monitor.judge': {
    body: {
      meta: { break_on_fail: true },
      conditions: [
        {
          source: 'latency',
          property: 'total',
          condition: 'gt',
          val: '500',
          on_true: { outcome: 'slow' },
          on_false: { outcome: 'none' },
        },
      ],
    },
  },
  'project-conditions.replace': {
    body: {
      meta: { break_on_fail: false, groups: ['timing'] },
      conditions: [
        {
          source: 'latency',
          property: 'total',
          condition: 'gt',
          val: '500',
          on_true: { outcome: 'slow' },
          exclude_tags: ['slow'],
        },
      ],
    },
  },
  'variable.set': { body: { value: 'https://api.example.com', secret: true, origins: ['https://api.example.com'] } },
  'variable.rename': { body: { name: 'HOST_2' } },
  'environment.create': { body: { name: 'Another' } },
  'environment.rename': { body: { name: 'Renamed' } },
  'schedule.list': { query: { limit: '10' } },
  'auth-setting.list': { query: { limit: '10', cursor: '' } },
  'auth-setting.change-owner': { body: { owner: 'x' } },
  'token.list': { query: { limit: '10', cursor: '' } },
  'token.list-of-setting': { query: { limit: '10', cursor: '' } },
  'token.authorize': { body: { auth_id: 'x', token_id: 'x', name: 'One', scopes: ['read'] } },
  'token.finish': {
    body: {
      state: 'x',
      code: 'x',
      iss: 'https://login.example.com',
      oauth_token: 'x',
      oauth_verifier: 'x',
      denied: 'x',
      error: 'x',
      error_description: 'x',
    },
  },
  'token.grant': { body: { auth_id: 'x', grant: 'password', name: 'One', username: 'ada', password: 'x' } },
  'token.device': { body: { auth_id: 'x', name: 'One' } },
  'token.poll-device': { body: { flow_id: 'x' } },
  // Addresses that nobody may reach: a law must not send anything to anybody.
  ...ofIntegrations,
  ...ofStatus,
  'organization-downtime.create': {
    body: {
      name: 'Maintenance',
      start_time: '2098-01-04T02:00:00Z',
      end_time: '2098-01-04T03:00:00+00:00',
      repeated: true,
      repeat_days: 7,
      timezone: 'Europe/Berlin',
      project_ids: [],
    },
  },
  'organization-downtime.update': { body: { name: 'Long maintenance', repeat_days: 1, timezone: 'Asia/Kolkata' } },
  'file.add-openapi': {
    body: { name: 'API', tags: ['a'], text: '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{}}' },
  },
  'file.fetch': { body: { url: 'http://127.0.0.1:9/a.json', name: 'Fetched', kind: 'other' } },
  'file.fetch-openapi': { body: { url: 'http://127.0.0.1:9/a.json', name: 'Fetched' } },
  'file.list': { query: { limit: '10', search: 'a', kind: 'openapi' } },
  'delivery.list': { query: { limit: '10', cursor: '5', status: 'failed', monitor_id: 'x' } },
  'result.list': {
    query: { limit: '10', from: '2026-01-01T00:00:00Z', time: '2026-01-02T00:00:00Z', result_category: 'FAIL' },
  },
  'result.csv': {
    query: {
      from: '2026-01-01T00:00:00Z',
      result_category: 'FAIL,SLOW',
      code: '5xx,none',
      tag: 'shop',
    },
  },
  'result.list-of-call': {
    query: { limit: '10', result_category: 'QUEUED', location_id: 'local', trigger: 'api' },
  },
  'result.read': { query: { mode: 'full' } },
  'statistics.passfail': { query: { ...span, interval: 'HOUR', location_id: 'local' } },
  'statistics.locations': { query: span },
  'baseline.dailies': { query: { period: 'week', location_id: 'local', limit: '10', cursor: '' } },
  'baseline.hourlies': { query: { ...span, limit: '10', cursor: '' } },
  'insights.rank': { query: { period: 'month', start: span.start } },
  'insights.reports': { query: { period: 'month' } },
  'objective.series': { query: { objective: 'o1' } },
  'objective.replace': {
    body: {
      include_tags: ['checkout'],
      exclude_tags: ['old'],
      objectives: [
        {
          id: 'o1',
          metric: 'availability',
          measure: 'rate',
          comparator: '>=',
          value: 99.9,
          unit: 'percent',
          period: 'P30D',
          description: 'What we promise',
        },
        { metric: 'total', measure: 'p95', comparator: '<', value: 500, unit: 'ms', period: 'MONTH' },
      ],
      thresholds: [{ metric: 'total', period: 'P7D', unit: 'percent', delta: 20 }],
    },
  },
  'statistics.lag': { query: span },
  'statistics.points': { query: { ...span, metric: 'ttfb', dest_ip: '192.0.2.1', location_id: 'local', most: '500' } },
  'statistics.annotations': { query: span },
  'statistics.browser-performance': {
    body: {
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00Z',
      metrics: ['lcp', 'cls'],
      measures: ['p75', 'mean'],
      group_by: ['monitor', 'location'],
      interval: 'P1D',
      locations: ['local'],
      status: ['PASS', 'FAIL'],
    },
  },
  'statistics.performance': {
    body: {
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00Z',
      metrics: ['total', 'ttfb'],
      measures: ['p95', 'mean'],
      group_by: ['monitor', 'location', 'interval'],
      interval: 'P1D',
      locations: ['local'],
      dest_ip: '192.0.2.1',
      status: ['PASS', 'FAIL'],
    },
  },
  'statistics.project-passfail': { query: { ...span, interval: 'HOUR', call_id: 'AbC' } },
  'statistics.project-metrics': { query: { ...span, metric: 'ttfb' } },
  'statistics.project-counts': { query: span },
  'statistics.before': { body: { call_ids: ['AbC'] } },
  'statistics.dns': {
    body: {
      from: '2026-01-01T00:00:00Z',
      to: '2026-01-02T00:00:00Z',
      measures: ['p95', 'mean'],
      group_by: ['domain', 'provider', 'address', 'location', 'interval', 'monitor'],
      interval: 'P1D',
      locations: ['local'],
      domains: ['example.com'],
      status: ['PASS', 'FAIL'],
    },
  },
  'statistics.histogram': { query: { ...span, metric: 'ttfb' } },
  'statistics.latencies': {
    query: { ...span, metric: 'ttfb', form: 'sequential', interval: 'DAY', location_ids: 'local' },
  },
  'statistics.results-before': { query: { time: span.end, location_id: 'local', limit: '5' } },
  'statistics.size-locations': { query: span },
  'statistics.sizes': { query: { ...span, interval: 'HOUR' } },
  'statistics.metrics': {
    query: { ...span, quantile: '0.9', quantiles: '0.5,0.95', metric: 'ttfb', dest_ip: '192.0.2.1', interval: 'DAY' },
  },
  'watch.create': {
    body: {
      meta: { name: 'Watched', tags: ['a'] },
      request: { method: 'GET', url: 'https://example.com/' },
      conditions: {
        meta: { break_on_fail: false },
        conditions: [{ source: 'http_code', condition: 'eq', val: '200', on_false: { outcome: 'fail' } }],
      },
      schedule: { frequency: 300, locations: ['local'] },
    },
  },
  'trial.start': {
    body: {
      request: { method: 'GET', url: 'https://example.com/', headers: [{ key: 'Accept', value: '*/*' }] },
      conditions: {
        meta: { break_on_fail: false },
        conditions: [{ source: 'http_code', condition: 'eq', val: '200', on_false: { outcome: 'fail' } }],
      },
      location_id: 'local',
    },
  },
  'report.list': { query: { limit: '10' } },
  'report.series': { query: { of: 'size' } },
  'report.publish': { body: { renew: false } },
  'workflow.list': { query: { limit: '10', search: 'a', tag: 'sys:project_action' } },
  'workflow.list-of-call': { query: { limit: '10' } },
  'workflow.duplicate': { body: { name: 'Copy' } },
  'workflow.run': { body: { location_id: 'local', run_delay: 0, context: { NAME: 'x' } } },
  'workflow.variables': { body: { workspace: 'global', steps: [{ call_id: 'x' }] } },
  'workflow.results': {
    query: { limit: '10', from: '2026-01-01T00:00:00Z', time: '2026-01-02T00:00:00Z', result_category: 'FAIL' },
  },
  'workflow.results-csv': { query: { from: '2026-01-01T00:00:00Z', result_category: 'FAIL', location_id: 'local' } },
  'trial.start-workflow': { body: { workflow: { call_ids: ['x'] }, workspace: 'global', location_id: 'local' } },
  'sample.import': { body: { project_ids: ['AbC'], kind: 'basic' } },
  'project.create': { body: { name: 'Another', tags: ['a'] } },
  'account.update': {
    body: {
      name: 'Ada',
      nickname: 'ada',
      company: 'Analytical Engines',
      role: 'Programmer',
      picture: null,
      default_project_id: null,
      preferences: { theme: 'dark', density: 'compact', single_keys: false, time_zone: 'Europe/Vienna' },
    },
  },
  'project.expiring': { query: { result_days: '30', body_days: '7' } },
  'project.update': { body: { name: 'Renamed', tags: ['a'], alert_on_manual_runs: true } },
  'key.create': { body: { name: 'CI', access_level: 'VIEWER', expires_days: 30 } },
  'account.register': { body: { email: 'eve@example.com', password: 'long and unusual', name: 'Eve' } },
  'account.verify': { body: { token: 'x'.repeat(32) } },
  'account.ask-reset': { body: { email: 'nobody@example.com' } },
  'account.reset-password': { body: { token: 'x'.repeat(32), password: 'long and unusual' } },
  'account.change-password': { body: { password: 'the one that holds', new_password: 'long and unusual' } },
  ...ofIdentity,
  'session.sign-in': { body: { email: 'eve@example.com', password: 'long and unusual' } },
  'audit.list': { query: { ...when, limit: '10', cursor: '1.1', actor: 'a@example.com', action: 'monitor' } },
  'audit.list-of-resource': { query: { ...when, limit: '10', action: 'monitor.create' } },
  'audit.csv': { query: { ...when, actor: 'x' } },
  'notification.list': { query: { limit: '10', cursor: '5', kind: 'alert', unread: 'true' } },
  'notification.list-of-call': { query: { limit: '10', since: '2026-01-01T00:00:00Z' } },
  'access.grant': { body: { email: 'ada@example.com', access_level: 'OWNER' } },
  'role-access.grant': { body: { role_id: 'DEV_TEAM', access_level: 'EDITOR' } },
  'invite.create': { body: { email: 'new@example.com', name: 'New', access_level: 'VIEWER', any_address: false } },
  'organization.invite': { body: { email: 'new@example.com', name: 'New', roles: ['ADMIN'], any_address: false } },
  'notification.mark': { body: { ids: ['a'], read: true } },
  'outbox.list': { query: { limit: '10', cursor: '5', status: 'kept' } },
  'expert-subscription.add': { body: { time_zone: 'Europe/Vienna' } },
  'subscription.add': { body: { time_zone: 'Europe/Vienna' } },
  'subscription.add-digest': { body: { option: 'weekly', project_id: 'x', time_zone: 'Europe/Vienna' } },
  'subscription.end-digest': { query: { option: 'weekly', project_id: 'x' } },
  'subscription.trigger': { body: { option: 'daily', project_id: 'x' } },
  'subscription.undeliverable': { body: { emails: ['nobody@example.com'] } },
  'setup.complete': {
    body: { token: 'x'.repeat(32), email: 'eve@example.com', password: 'long enough', organization: 'O', project: 'P' },
  },
  ...ofAgents,
}

/** A body in a nested form. */
const nested = (form: NestedForm | null, body: NonNullable<Sample['body']>): NonNullable<Sample['body']> => {
  if (!form) return body
  const made: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(body)) {
    const { group, name } = placeOf(form, field)
    if (group === null) made[name] = value
    else made[group] = { ...Object(made[group]), [name]: value }
  }
  return made
}

/** An alias takes what its endpoint takes, in its form. */
const ofAliases = Object.entries(aliases).flatMap(([name, { alsoOf, form }]): [string, Sample][] => {
  const { body, query } = (ofEndpoints as Readonly<Record<string, Sample>>)[alsoOf] ?? {}
  return [[name, { ...(body && { body: nested(form, body) }), ...(query && { query }) }]]
})

export const samples: Readonly<Record<string, Sample | undefined>> = {
  ...ofEndpoints,
  ...Object.fromEntries(ofAliases),
}
