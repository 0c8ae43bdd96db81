import type { EndpointName } from '../../../src/contract/contract.ts'
import type { ManagedKind } from '../../../src/contract/resources.ts'
import { managedKinds, managedSamples } from '../../support/managed-kinds.ts'

type Values = Readonly<Record<string, unknown>>

/** The objects that commands act on, by kind. */
export type Made = Readonly<Record<string, string>>

/** A command that can be undone: its arguments, and the reading that must be the same afterwards. */
export type UndoCase = {
  readonly args: (made: Made) => Values
  readonly reads: (made: Made) => { readonly operation: EndpointName; readonly input?: Values }
  /** Whether a redo makes the object anew, with another id. */
  readonly isMadeAnew?: true
  /** Commands before it. */
  readonly first?: (made: Made) => readonly (readonly [string, Values])[]
}

/** The reading of a managed object. Its kind names the endpoint. */
const object = (kind: string) => (made: Made) => ({
  operation: `${kind}.read` as EndpointName,
  input: { params: { id: made[kind] } },
})

/** The fields of a body as a command takes them: those of groups by their own names. */
const flat = (body: Values): Values =>
  Object.fromEntries(
    Object.entries(body).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && key !== 'period'
        ? Object.entries(flat(value as Values))
        : [[key, value]],
    ),
  )

const ofManagedKinds: Readonly<Record<string, UndoCase>> = Object.fromEntries(
  managedKinds.map(({ name }) => [
    `${name}.update`,
    { args: (made: Made) => ({ [name]: made[name], ...changes[name] }), reads: object(name) },
  ]),
)

const changes: Readonly<Record<ManagedKind, Values>> = Object.fromEntries(
  managedKinds.map(({ name }) => [name, flat(managedSamples[name].update)]),
) as Record<ManagedKind, Values>

const onMonitor = (args: Values, first?: UndoCase['first']): UndoCase => ({
  args: ({ monitor }) => ({ monitor, ...args }),
  reads: object('monitor'),
  ...(first && { first }),
})
const monitors = () => ({ operation: 'monitor.list' as const })
const making = (args: Values): UndoCase => ({ args: () => args, reads: monitors })
const onSchedule = (args: Values = {}, first?: UndoCase['first']): UndoCase => ({
  args: ({ schedule }) => ({ schedule, ...args }),
  reads: object('schedule'),
  ...(first && { first }),
})
const onWorkflow = (args: Values): UndoCase => ({
  args: ({ workflow, monitor }) => ({ workflow, ...('monitor' in args ? { ...args, monitor } : args) }),
  reads: object('workflow'),
  first: ({ workflow, monitor }) => [['workflow.add-step', { workflow, monitor }]],
})
const onReport = (args: Values): UndoCase => ({
  args: ({ report, 'other-monitor': monitor }) => ({ report, ...('monitor' in args ? { ...args, monitor } : args) }),
  reads: object('report'),
  first: ({ report, 'third-monitor': monitor }) => [
    ['report.add', { report, monitor, group: 'Read' }],
    ['report.add-group', { report, name: 'Write' }],
  ],
})
const onWebhook = (args: Values = {}, first?: UndoCase['first']): UndoCase => ({
  args: ({ webhook, monitor }) => ({ webhook, ...('monitor' in args ? { ...args, monitor } : args) }),
  reads: object('webhook'),
  ...(first && { first }),
})
const onTest = (args: Values): UndoCase => ({
  args: ({ 'browser-test': test }) => ({ test, ...args }),
  reads: object('browser-test'),
})
const onObjectives = (args: Values, first?: UndoCase['first']): UndoCase => ({
  args: () => args,
  reads: () => ({ operation: 'objective.read' }),
  first: (made) => [['slo.scope', { include_tags: [] }], ['slo.remove', {}], ...(first?.(made) ?? [])],
})
const onStatusPage = (args: Values = {}, first?: UndoCase['first']): UndoCase => ({
  args: ({ monitor }) => ('monitor' in args ? { ...args, monitor } : args),
  reads: () => ({ operation: 'status-page.read' }),
  first: (made) => [
    ['status-page.add-component', { name: crypto.randomUUID(), monitor: made.monitor }],
    ['status-page.remove', {}],
    ['status-page.add-component', { name: 'Shop', monitor: made.monitor }],
    ['status-page.add-component', { name: 'Payments', monitor: made['other-monitor'] }],
    ...(first?.(made) ?? []),
  ],
})
const onProject = (args: Values): UndoCase => ({
  args: () => args,
  reads: ({ project }) => ({ operation: 'project.read', input: { params: { id: project } } }),
})
const onAccount = (args: (made: Made) => Values, first?: UndoCase['first']): UndoCase => ({
  args,
  reads: () => ({ operation: 'account.read' }),
  ...(first && { first }),
})
const DAY_MS = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()
const subscriptions = { operation: 'subscription.list' } as const
const digests = { operation: 'subscription.projects' } as const
const onDigest: UndoCase['args'] = ({ project }) => ({ option: 'monthly', project })
const aCondition = { source: 'http_code', condition: 'lt', val: '400', if_false: 'fail' }
const anObjective = { metric: 'availability', measure: 'rate', comparator: '>=', value: 99, period: 'WEEK' }
const aThreshold = { metric: 'total', delta: 10, unit: 'percent', period: 'WEEK' }

/** One case for each command that can be undone. */
export const undoCases: Readonly<Record<string, UndoCase>> = {
  ...ofManagedKinds,
  'file.update': {
    args: ({ file }) => ({ file, name: 'Orders', description: 'All of them', tags: ['x'] }),
    reads: object('file'),
  },
  'webhook.update': onWebhook({ name: 'Hooked', include_tags: ['x'], fails_in_a_row: 3 }),
  'token.update': { args: ({ token }) => ({ token, name: 'Staging' }), reads: object('token') },
  'monitor.rename': onMonitor({ name: 'Another name' }),
  'monitor.tag': onMonitor({ tags: ['a', 'shop'] }),
  'monitor.switch-rules': onMonitor({}, ({ monitor }) => [
    ['monitor.update', { monitor, redirect_method: 'get', unset_variables: 'send' }],
  ]),
  'monitor.untag': onMonitor({ tags: ['a', 'none'] }),
  'monitor.remove': onMonitor({}),
  'downtime.create': {
    args: ({ schedule }) => ({ schedule, name: 'Made', start_time: 'tomorrow 9', end_time: 'tomorrow 10' }),
    reads: () => ({ operation: 'downtime.list', input: { params: { id: 'all' } } }),
    isMadeAnew: true,
  },
  'monitor.create': making({ name: 'Made', url: 'http://127.0.0.1:9/' }),
  'monitor.from-curl': making({ curl: 'curl -u ada:secret http://127.0.0.1:9/' }),
  'monitor.duplicate': { args: ({ monitor }) => ({ monitor, name: 'A copy' }), reads: monitors },
  'watch.create': {
    ...making({ url: 'http://127.0.0.1:9/' }),
    // The first one makes the schedule, which an undo would leave.
    first: () => [['watch.create', { url: 'http://127.0.0.1:9/first' }]],
  },
  'browser-test.create': making({ name: 'Made', url: 'http://127.0.0.1:9/' }),
  'schedule.pause': onSchedule({}, ({ schedule }) => [['schedule.resume', { schedule }]]),
  'schedule.resume': onSchedule({}, ({ schedule }) => [['schedule.pause', { schedule }]]),
  'schedule.set-hours': onSchedule({ hours: 'mon-fri 9-17', timezone: 'UTC' }),
  'schedule.set-retries': onSchedule({ method: 'expo', max_retries: 2 }),
  'schedule.attach': { ...onSchedule(), args: ({ schedule, monitor }) => ({ schedule, monitor }) },
  'schedule.detach': {
    ...onSchedule(),
    args: ({ schedule, monitor }) => ({ schedule, monitor }),
    first: ({ schedule, monitor }) => [['schedule.attach', { schedule, monitor }]],
  },
  'workflow.schedule': { ...onWorkflow({}), args: ({ schedule, workflow }) => ({ schedule, workflow }) },
  'workflow.unschedule': {
    ...onWorkflow({}),
    args: ({ schedule, workflow }) => ({ schedule, workflow }),
    first: ({ schedule, workflow }) => [['workflow.schedule', { schedule, workflow }]],
  },
  'workflow.set-runs': onWorkflow({ overlap: false }),
  'workflow.set-retries': onWorkflow({ method: 'expo', max_retries: 2 }),
  'workflow.add-step': onWorkflow({ monitor: true }),
  'workflow.move-step': onWorkflow({ step: 1, to: 2 }),
  'workflow.remove-step': onWorkflow({ step: 1 }),
  'workflow.set-teardown': onWorkflow({ step: 2, teardown: true }),
  'report.add': onReport({ monitor: true, group: 'Read' }),
  'report.remove-row': onReport({ group: 'Read', row: 1 }),
  'report.move-row': onReport({ group: 'Read', row: 1, to: 2 }),
  'report.label-row': onReport({ group: 'Read', row: 1, label: 'Orders' }),
  'report.add-group': onReport({ name: 'Other' }),
  'report.rename-group': onReport({ group: 'Read', name: 'Reading' }),
  'report.move-group': onReport({ group: 'Read', to: 2 }),
  'report.remove-group': onReport({ group: 'Read' }),
  'webhook.disable': onWebhook({}, ({ webhook }) => [['webhook.enable', { webhook }]]),
  'webhook.enable': onWebhook({}, ({ webhook }) => [['webhook.disable', { webhook }]]),
  'webhook.attach': onWebhook({ monitor: true }, ({ webhook }) => [['webhook.detach', { webhook }]]),
  'webhook.detach': onWebhook({}, ({ webhook, monitor }) => [['webhook.attach', { webhook, monitor }]]),
  'webhook.snooze': onWebhook({ minutes: 60 }),
  'webhook.snooze-until': onWebhook({ until: inDays(2) }, ({ webhook }) => [
    ['webhook.snooze-until', { webhook, until: inDays(1) }],
  ]),
  'webhook.wake': onWebhook({}, ({ webhook }) => [['webhook.snooze-until', { webhook, until: inDays(1) }]]),
  'browser-test.update': onTest({ name: 'Renamed', width: 1440, height: 900, tags: ['x'], unset_variables: 'send' }),
  'browser-test.remove': onTest({}),
  'step.add': onTest({ kind: 'screenshot' }),
  'step.move': onTest({ step: 1, to: 2 }),
  'step.remove': onTest({ step: 1 }),
  'dependency.add': {
    args: ({ monitor, 'other-monitor': on }) => ({ monitor, on }),
    reads: ({ monitor }) => ({ operation: 'dependency.read', input: { params: { id: monitor } } }),
  },
  'dependency.remove': {
    args: ({ monitor, 'other-monitor': on }) => ({ monitor, on }),
    reads: ({ monitor }) => ({ operation: 'dependency.read', input: { params: { id: monitor } } }),
    first: ({ monitor, 'other-monitor': on }) => [['dependency.add', { monitor, on }]],
  },
  'incident.update': {
    args: ({ incident }) => ({ incident, title: 'Checkout is slow', cause: 'A deployment' }),
    reads: object('incident'),
  },
  'monitor.judge': {
    args: ({ monitor }) => ({ monitor, ...aCondition }),
    reads: ({ monitor }) => ({ operation: 'monitor.conditions', input: { params: { id: monitor } } }),
  },
  'project.judge': { args: () => aCondition, reads: () => ({ operation: 'project-conditions.read' }) },
  'monitor.remove-condition': {
    args: ({ monitor }) => ({ monitor, condition: 'less than 200' }),
    reads: ({ monitor }) => ({ operation: 'monitor.conditions', input: { params: { id: monitor } } }),
    first: ({ monitor }) => [['monitor.judge', { monitor, ...aCondition, val: '200', replace: true }]],
  },
  'project.remove-condition': {
    args: () => ({ condition: '1' }),
    reads: () => ({ operation: 'project-conditions.read' }),
    first: () => [['project.judge', aCondition]],
  },
  'organization.update': {
    args: ({ organization }) => ({ organization, name: 'Harbourline', tags: ['x'] }),
    reads: ({ organization }) => ({ operation: 'organization.read', input: { params: { org: organization } } }),
  },
  'organization-downtime.update': {
    args: ({ organization, 'organization-downtime': downtime_id }) => ({ organization, downtime_id, name: 'Later' }),
    reads: ({ organization: org, 'organization-downtime': id }) => ({
      operation: 'organization-downtime.read-one',
      input: { params: { org, id } },
    }),
  },
  'identity-provider.update': {
    args: ({ 'identity-provider': identity_provider }) => ({ identity_provider, name: 'Staff', button: 'Staff' }),
    reads: object('identity-provider'),
  },
  'integration.update': {
    args: ({ organization, integration: integration_id }) => ({ organization, integration_id, name: 'Metrics' }),
    reads: ({ organization: org, integration: id }) => ({
      operation: 'integration.read',
      input: { params: { org, id } },
    }),
  },
  'incident.add-monitor': {
    args: ({ incident, monitor }) => ({ incident, monitor }),
    reads: object('incident'),
  },
  'incident.remove-monitor': {
    args: ({ incident, 'other-monitor': monitor }) => ({ incident, monitor }),
    reads: object('incident'),
    first: ({ incident, 'other-monitor': monitor }) => [['incident.add-monitor', { incident, monitor }]],
  },
  'agent.place': {
    args: ({ agent }) => ({ agent, name: 'Office Berlin', country: 'DE', city: 'Berlin' }),
    reads: () => ({ operation: 'agent.fleet' }),
  },
  'monitor.restore': {
    args: ({ 'spare-monitor': monitor }) => ({ monitor }),
    reads: () => ({ operation: 'deleted-monitor.list' }),
    first: ({ 'spare-monitor': monitor }) => [['monitor.remove', { monitor }]],
  },
  'expert-subscription.add': {
    args: () => ({}),
    reads: () => ({ operation: 'expert-subscription.read' }),
    first: () => [['expert-subscription.end', {}]],
  },
  'expert-subscription.end': {
    args: () => ({}),
    reads: () => ({ operation: 'expert-subscription.read' }),
    first: () => [['expert-subscription.add', {}]],
  },
  'objective.add': onObjectives(anObjective),
  'objective.remove': onObjectives({ objective: 'first' }, () => [['objective.add', anObjective]]),
  'threshold.add': onObjectives(aThreshold),
  'threshold.remove': onObjectives({ threshold: 'first' }, () => [['threshold.add', aThreshold]]),
  'slo.scope': onObjectives({ include_tags: ['shop'] }),
  'status-page.publish': onStatusPage(),
  'status-page.close': onStatusPage({}, () => [['status-page.publish', {}]]),
  'status-page.change': onStatusPage({ title: 'How we are', days: true }),
  'status-page.add-component': onStatusPage({ name: 'Search', monitor: true }),
  'status-page.change-component': onStatusPage({ component: 1, name: 'Store' }),
  'status-page.add-monitor': onStatusPage({ component: 2, monitor: true }),
  'status-page.remove-monitor': onStatusPage({ component: 2, monitor: true }, ({ monitor }) => [
    ['status-page.add-monitor', { component: 2, monitor }],
  ]),
  'status-page.move-component': onStatusPage({ component: 1, to: 2 }),
  'status-page.remove-component': onStatusPage({ component: 1 }),
  'project.update': onProject({ name: 'Other project', tags: ['x'] }),
  'project.rename': onProject({ name: 'Other project' }),
  'project.alert-on-manual-runs': onProject({ on: true }),
  'project.score-bands': onProject({ warning: 3, good: 4 }),
  'account.update': onAccount(() => ({ name: 'Ada L', nickname: 'ada', company: 'Analytical' })),
  'account.rename': onAccount(() => ({ name: 'Countess' })),
  'account.set-default-project': onAccount(
    ({ project }) => ({ project }),
    () => [['account.clear-default-project', {}]],
  ),
  'account.clear-default-project': onAccount(
    () => ({}),
    ({ project }) => [['account.set-default-project', { project }]],
  ),
  'environment.rename': {
    args: () => ({ environment: 'staging', name: 'stage' }),
    reads: () => ({ operation: 'environment.list' }),
    first: () => [['environment.create', { name: 'staging' }]],
  },
  'variable.rename': {
    args: ({ variable }) => ({ variable, name: 'ROOT' }),
    reads: () => ({ operation: 'variable.list' }),
  },
  'subscription.add-digest': { args: onDigest, reads: () => digests },
  'subscription.end-digest': {
    args: onDigest,
    reads: () => digests,
    first: (made) => [['subscription.add-digest', onDigest(made)]],
  },
  'subscription.add': {
    args: () => ({ group: 'alerts_digest' }),
    reads: () => subscriptions,
    first: () => [['subscription.end', { group: 'alerts_digest' }]],
  },
  'subscription.end': {
    args: () => ({ group: 'alerts_digest' }),
    reads: () => subscriptions,
    first: () => [['subscription.add', { group: 'alerts_digest' }]],
  },
}
