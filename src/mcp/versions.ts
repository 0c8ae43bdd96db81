import { contract, type EndpointName } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'

type Fields = Readonly<Record<string, unknown>>
type Params = Readonly<Record<string, string>>

/** The reading that tells one state of an object from another. */
export type VersionReading = {
  readonly operation: EndpointName
  /** Fields of the answer, at any depth, that change without anybody changing the object. */
  readonly passing?: readonly string[]
  /** The part of the answer that is about the object; all of it without. */
  readonly part?: (answer: Fields, params: Params) => unknown
}

/** Whether an endpoint changes what was there before: runs, messages and new objects leave everything as it is. */
export const changesWhatIs = ({ effect, changes, status }: AnyEndpoint): boolean =>
  effect !== 'read' && changes !== false && status !== 201

const rowsIn = (answer: Fields, key: 'data' | 'results'): readonly Fields[] => {
  const rows = answer[key]
  return Array.isArray(rows) ? rows : []
}

const MONITOR: VersionReading = {
  operation: 'monitor.read',
  passing: [
    'auth_problem',
    'monitored',
    'insightsScore_score',
    'insightsScore_missing',
    'last_result',
    'locations',
    'no_data',
    'pass_rate_24h',
    'median_24h',
  ],
}
const BROWSER_TEST: VersionReading = { operation: 'browser-test.read' }
const CONDITIONS: VersionReading = { operation: 'monitor.conditions' }
const SCHEDULE: VersionReading = {
  operation: 'schedule.read',
  passing: ['next_run', 'never_runs', 'idle_targets', 'missed', 'overlapped'],
}
const WORKFLOW: VersionReading = {
  operation: 'workflow.read',
  passing: ['last_result', 'pass_rate_24h', 'median_24h', 'monitored'],
}
const DOWNTIME: VersionReading = { operation: 'downtime.read', passing: ['status', 'next_window'] }
const DOWNTIME_OF_ORGANIZATION: VersionReading = {
  operation: 'organization-downtime.read-one',
  passing: ['status', 'next_window'],
}
const ALERT: VersionReading = { operation: 'webhook.read', passing: ['last_delivery'] }
const OPEN_ALERTS: VersionReading = {
  operation: 'alert.open',
  part: (answer, { id }) =>
    rowsIn(answer, 'data')
      .filter(({ call_id }) => call_id === id)
      .map(({ webhook_id, since, acknowledged }) => ({ webhook_id, since, acknowledged })),
}
const INCIDENT: VersionReading = { operation: 'incident.read', passing: ['failing_count'] }
const INTEGRATION: VersionReading = { operation: 'integration.read', passing: ['status', 'last_used', 'error'] }
const AUTH_SETTING: VersionReading = { operation: 'auth-setting.read', passing: ['tokens', 'used_by'] }
const TOKEN: VersionReading = { operation: 'token.read', passing: ['status', 'problem', 'api_response', 'used_by'] }
const AGENT: VersionReading = {
  operation: 'agent.read',
  part: ({ id, location_id, name, bound_to, owner, rotation, key_changed, revoked }) => ({
    id,
    location_id,
    name,
    bound_to,
    owner,
    rotation,
    key_changed,
    revoked,
  }),
}
const PROJECT: VersionReading = {
  operation: 'project.read',
  part: ({ project, settings }) => ({ project, settings }),
}
const VARIABLES: VersionReading = {
  operation: 'variable.list',
  part: (answer, params) => rowsIn(answer, 'results').filter(({ workspace }) => workspace === params.workspace),
}
const PAGE: VersionReading = { operation: 'status-page.read', passing: ['subscribers'] }

/** Readings that tell the states of an object apart, by the endpoint that changes it; a sentence where none does, and why. */
export const VERSIONS: Partial<Record<EndpointName, readonly VersionReading[] | string>> = {
  'monitor.run': [MONITOR],
  'monitor.update': [MONITOR],
  'monitor.judge': [MONITOR, CONDITIONS],
  'monitor.remove': [MONITOR, CONDITIONS],
  'monitor.duplicate': [MONITOR, CONDITIONS],
  'monitor.restore': [
    {
      operation: 'deleted-monitor.list',
      part: (answer, params) => rowsIn(answer, 'data').filter(({ id }) => id === params.id),
    },
  ],
  'browser-test.update': [BROWSER_TEST],
  'browser-test.remove': [BROWSER_TEST],
  'project-conditions.replace': [{ operation: 'project-conditions.read' }],
  'schedule.update': [SCHEDULE],
  'schedule.remove': [SCHEDULE],
  'schedule.attach': [SCHEDULE],
  'schedule.detach': [SCHEDULE],
  'schedule.attach-workflow': [SCHEDULE],
  'schedule.detach-workflow': [SCHEDULE],
  'workflow.run': [WORKFLOW],
  'workflow.update': [WORKFLOW],
  'workflow.remove': [WORKFLOW],
  'downtime.update': [DOWNTIME],
  'downtime.remove': [DOWNTIME],
  'organization-downtime.update': [DOWNTIME_OF_ORGANIZATION],
  'organization-downtime.remove': [DOWNTIME_OF_ORGANIZATION],
  'organization.remove': [{ operation: 'organization.read', passing: ['kms_unavailable'] }],
  'environment.rename': [VARIABLES],
  'environment.remove': [VARIABLES],
  'variable.set': [{ operation: 'variable.value' }],
  'variable.rename': [{ operation: 'variable.value' }],
  'variable.remove': [{ operation: 'variable.value' }],
  'file.update': [{ operation: 'file.read' }],
  'file.remove': [{ operation: 'file.read' }],
  'file.refresh': [{ operation: 'file.read' }],
  'agent.revoke': [AGENT],
  'certificate.update': [{ operation: 'certificate.read' }],
  'certificate.remove': [{ operation: 'certificate.read' }],
  'integration.test': [INTEGRATION],
  'integration.update': [INTEGRATION],
  'integration.remove': [INTEGRATION],
  'webhook.update': [ALERT],
  'webhook.remove': [ALERT],
  'webhook.snooze': [ALERT],
  'alert.acknowledge': [OPEN_ALERTS],
  'alert.unacknowledge': [OPEN_ALERTS],
  'dependency.update': [{ operation: 'dependency.read' }],
  'incident.update': [INCIDENT],
  'incident.remove': [INCIDENT],
  'incident.post': [INCIDENT],
  'incident.resolve': [INCIDENT],
  'incident.reopen': [INCIDENT],
  'incident.merge': [INCIDENT],
  'incident.publish': [INCIDENT],
  'incident.unpublish': [INCIDENT],
  'auth-setting.update': [AUTH_SETTING],
  'auth-setting.remove': [AUTH_SETTING],
  'auth-setting.change-owner': [AUTH_SETTING],
  'token.update': [TOKEN],
  'token.remove': [TOKEN],
  'token.refresh': [TOKEN],
  'token.revoke': [TOKEN],
  'report.update': [{ operation: 'report.read' }],
  'report.remove': [{ operation: 'report.read' }],
  'report.publish': [{ operation: 'report.read' }],
  'report.revoke': [{ operation: 'report.read' }],
  'objective.replace': [{ operation: 'objective.read' }],
  'objective.remove': [{ operation: 'objective.read' }],
  'status-page.replace': [PAGE],
  'status-page.remove': [PAGE],
  'status-page.remove-subscriber': 'A subscription to the status page is never changed, only removed.',
  'project.update': [PROJECT],
  'sample.import': 'It makes sample monitors, and touches no object of a person.',
  'sample.remove': 'Its monitors are the samples, and the deletion of each can be undone in the web app.',
  'subscription.end': 'A subscription of the caller is there or not: ending it twice changes nothing.',
  'subscription.end-digest': 'A subscription of the caller is there or not: ending it twice changes nothing.',
  'expert-subscription.end': 'A subscription of the caller is there or not: ending it twice changes nothing.',
}

const without = (value: unknown, keys: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((each) => without(each, keys))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (keys.includes(key) ? [] : [[key, without(inner, keys)]])),
  )
}

/** The state that a reading answered: what a change of the object changes, and nothing that passes. */
export const stateOf = ({ part, passing = [] }: VersionReading, answer: Fields, params: Params): unknown =>
  without(part ? part(answer, params) : answer, passing)

/** The variables in the path of a reading; those that a write gives are enough for each reading of the table. */
export const namesInPath = (operation: EndpointName): readonly string[] => {
  const { route }: AnyEndpoint = contract[operation]
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}
