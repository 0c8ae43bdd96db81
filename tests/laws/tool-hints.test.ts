import { expect, test } from 'vitest'
import { argumentsOf, bulkArgumentOf } from '../../src/commands/core/argument.ts'
import type { Command } from '../../src/commands/core/command.ts'
import type { Headless } from '../../src/commands/headless/headless.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import type { AnyEndpoint } from '../../src/contract/core/endpoint.ts'
import { renamedKind } from '../../src/mcp/namesakes.ts'
import { offered } from '../../src/mcp/offered.ts'
import { askingOf, questionBefore } from '../../src/mcp/questions.ts'
import { toolNameOf, toolOf } from '../../src/mcp/tool.ts'
import { openDeafToolbox } from './tools.ts'

// Clients decide by the hints of a tool whether they ask their person. By the specification, a tool that is not destructive only adds.

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract
const of = ({ writes = [], reads = [] }: Command): readonly AnyEndpoint[] =>
  [...writes, ...reads].map((name) => contract[name])
const hints = (command: Command) => toolOf(command, false).annotations
const named = (commands: readonly Command[]) => commands.map(toolNameOf)
const byName = new Map(offered.map((command) => [toolNameOf(command), command]))
const hintsOf = (name: string) => toolOf(byName.get(name) as Command, false).annotations

/** A request that takes away or replaces, or one to a single object of its collection, as its route says. */
const replaces = ({ route, changes }: AnyEndpoint): boolean =>
  changes !== false && (/^(DELETE|PUT|PATCH) /.test(route) || /\{\w+\}\/?$/.test(route))

test('a tool that may change or delete something says so', () => {
  const silent = offered.filter((command) => of(command).some(replaces) && !hints(command).destructiveHint)
  expect(named(silent.filter(({ effect }) => effect !== 'read'))).toEqual([])
  const asking = offered.filter((command) => command.confirm && !hints(command).destructiveHint)
  expect(named(asking)).toEqual([])
  for (const name of [
    'monitor_update',
    'variable_set',
    'report_add',
    'schedule_pause',
    'token_refresh',
    'file_refresh',
  ])
    expect([name, hintsOf(name).destructiveHint]).toEqual([name, true])
  for (const name of ['monitor_create', 'monitor_run', 'workflow_duplicate', 'webhook_test', 'list_monitor'])
    expect([name, hintsOf(name).destructiveHint]).toEqual([name, false])
})

test('a tool that says it may be repeated does not add, move or run anything', () => {
  const repeated = offered.filter((command) => hints(command).idempotentHint && !hints(command).readOnlyHint)
  expect(repeated.length).toBeGreaterThan(20)
  const adding = repeated.filter(
    ({ id, writes = [] }) =>
      /\.(add-|move|run|create|post|renew|duplicate)/.test(id) && !endpoints[writes[0] ?? '']?.route.startsWith('PUT '),
  )
  expect(named(adding)).toEqual([])
  for (const name of ['step_add', 'dependency_add', 'report_renew-link', 'status-page_move-component', 'step_remove'])
    expect([name, hintsOf(name).idempotentHint]).toEqual([name, false])
})

test('a tool that says it only reads calls nothing else', () => {
  const wrong = offered.filter(
    (command) => hints(command).readOnlyHint && of(command).some(({ effect }) => effect !== 'read'),
  )
  expect(named(wrong)).toEqual([])
})

test('the general tool promises no more than what it may carry out', () => {
  for (const writes of [false, true]) {
    const { toolbox } = openDeafToolbox({ writes, selection: 'usual' })
    const general = toolbox.list().find(({ name }) => name === 'use_tool')?.annotations
    const carried = openDeafToolbox({ writes })
      .toolbox.list()
      .map(({ annotations }) => annotations)
    expect([writes, general?.readOnlyHint]).toEqual([writes, carried.every(({ readOnlyHint }) => readOnlyHint)])
    expect([writes, general?.destructiveHint]).toEqual([writes, carried.some(({ destructiveHint }) => destructiveHint)])
    expect([writes, general?.openWorldHint]).toEqual([writes, carried.some(({ openWorldHint }) => openWorldHint)])
    expect([writes, general?.idempotentHint]).toEqual([writes, carried.every(({ idempotentHint }) => idempotentHint)])
  }
})

const fieldsOf = (shape: unknown): readonly string[] =>
  typeof shape === 'object' && shape !== null
    ? Object.entries(shape).flatMap(([key, value]) => [...(Array.isArray(shape) ? [] : [key]), ...fieldsOf(value)])
    : []

/** Endpoints that are near the public and open nothing. */
const OPEN_NOTHING: readonly EndpointName[] = [
  'report.revoke',
  'incident.unpublish',
  // Nothing of it is public before it is published.
  'incident.create',
]

test('an endpoint that shows something to people outside of the project declares it', () => {
  const silent = Object.entries(endpoints).filter(
    ([name, { access, effect, body, opens }]) =>
      effect !== 'read' &&
      (access === 'publish' || fieldsOf(body).some((field) => /public|publish|^org\?$/.test(field))) &&
      opens === undefined &&
      !OPEN_NOTHING.some((each) => each === name),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

const areaOf = (name: string): string => name.split('.')[0] ?? ''

test('an endpoint that changes an object which may be public declares that it is seen, or always asks', () => {
  const publishing = Object.entries(endpoints).filter(([, { status, opens }]) => opens === true && status !== 201)
  const areas = new Set(publishing.map(([name]) => areaOf(name)))
  expect([...areas].sort()).toEqual(['incident', 'report', 'status-page'])
  const silent = Object.entries(endpoints).filter(
    ([name, { effect, status, opens, seen }]) =>
      areas.has(areaOf(name)) &&
      // What is made is not public yet, and what is deleted asks by its command.
      effect === 'write' &&
      status !== 201 &&
      opens !== true &&
      seen !== true &&
      !OPEN_NOTHING.some((each) => each === name),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

const LISTS = /\[\]/

test('a tool takes a code where it may change several objects at once, show something outside, widen or silence', () => {
  const faults = offered.filter((command) => {
    const has = (field: string) => argumentsOf(command).some(({ key }) => key === field)
    const opens = of(command).some(({ opens: fields = [] }) => fields === true || fields.some(has))
    const several = bulkArgumentOf(command) !== null && hints(command).destructiveHint
    const takes = 'confirm' in toolOf(command, false).inputSchema.properties
    const isSeen = of(command).some(({ seen = [] }) => seen === true || seen.some(has))
    const lasts = of(command).some(({ effect, changes }) => effect !== 'read' && changes !== false)
    const lists =
      lasts &&
      argumentsOf(command).some(
        ({ kind, definition }) =>
          kind !== null && !['tag', 'location'].includes(kind) && LISTS.test(String(definition)),
      )
    const { silences = lasts && hints(command).destructiveHint, confirm, widens } = command
    return (
      takes !==
      (opens ||
        isSeen ||
        several ||
        lists ||
        silences !== false ||
        confirm !== undefined ||
        widens !== undefined ||
        renamedKind(command) !== null)
    )
  })
  expect(named(faults)).toEqual([])
})

test('a tool that may keep people from hearing of an outage asks first, and so does its reverse', () => {
  const asks = (id: string) => askingOf(offered.find((command) => command.id === id) as Command)
  for (const id of ['downtime.create', 'webhook.snooze', 'webhook.snooze-until', 'webhook.disable', 'schedule.pause'])
    expect([id, asks(id)]).toEqual([id, 'always'])
  for (const id of ['webhook.wake', 'webhook.enable', 'schedule.resume', 'alert.unacknowledge', 'dependency.remove'])
    expect([id, asks(id)]).toEqual([id, 'always'])
})

test.each([
  ['webhook.enable', { webhook: 'w' }, /recipients are notified/],
  ['webhook.wake', { webhook: 'w' }, /recipients are notified again/],
  ['alert.unacknowledge', { monitor: 'm' }, /reminded again/],
  ['dependency.remove', { monitor: 'm', on: 'n' }, /alerts are sent again/],
  ['schedule.resume', { schedule: 's' }, /run again/],
  ['sample.import', {}, /fail on purpose/],
  ['monitor.restore', { monitor: 'm' }, /public pages and reports/],
  ['project.score-bands', { warning: 5, good: 8 }, /reports that are public/],
  ['incident.reopen', { incident: 'i' }, /outage as going on/],
  ['schedule.create', { name: 'Often', frequency: 1, targets: ['m'] }, /every 1 s: 86,400 times a day/],
  ['watch.create', { url: 'https://a.example/', frequency: 59 }, /every 59 s: 1,464 times a day/],
] as const)('a question comes before what notifies, runs or shows more than before: %s %j', async (id, args, words) => {
  expect((await questionOf(id, args))?.effects.join('\n')).toMatch(words)
})

test.each([
  ['schedule.update', { schedule: 's', enabled: false }],
  ['schedule.update', { schedule: 's', targets: [] }],
  ['schedule.update', { schedule: 's', frequency: 31_536_000 }],
  ['schedule.set-hours', { schedule: 's', hours: 'mon 03:00-03:01' }],
  ['schedule.detach', { schedule: 's', monitor: 'm' }],
  ['webhook.update', { webhook: 'w', enabled: false }],
  ['webhook.update', { webhook: 'w', exclude_tags: ['shop'] }],
  ['webhook.update', { webhook: 'w', fails_in_a_row: 1000 }],
  ['webhook.update', { webhook: 'w', url: 'https://elsewhere.example/' }],
  ['webhook.attach', { webhook: 'w', monitor: 'm' }],
  ['monitor.update', { monitor: 'm', url: 'https://elsewhere.example/' }],
  ['monitor.untag', { monitor: 'm', tags: ['shop'] }],
  ['monitor.judge', { monitor: 'm', source: 'http_code', condition: 'in', val: '1xx,5xx', replace: true }],
  ['project.judge', { source: 'http_code', condition: 'in', val: '1xx', if_false: 'pass' }],
  ['monitor.remove-condition', { monitor: 'm', condition: '1' }],
  ['project.remove-condition', { condition: '1' }],
  ['alert.acknowledge', { monitor: 'm' }],
  ['dependency.add', { monitor: 'm', on: 'n' }],
  ['variable.set', { name: 'HOST', value: 'elsewhere.example' }],
  ['step.remove', { test: 't', step: '1' }],
  // It may lead elsewhere, where all is well.
  ['step.add', { test: 't', kind: 'go', value: 'https://elsewhere.example/', at: 1 }],
  ['step.move', { test: 't', step: '2', to: 1 }],
  ['workflow.add-step', { workflow: 'f', monitor: 'm', at: 1 }],
  ['workflow.add-step', { workflow: 'f', monitor: 'm', teardown: true }],
  ['workflow.move-step', { workflow: 'f', step: '2', to: 1 }],
  ['monitor.run', { monitor: 'm', set: { HOST: 'elsewhere.example' } }],
  ['workflow.run', { workflow: 'f', set: { HOST: 'elsewhere.example' } }],
  ['incident.post', { incident: 'i', state: 'resolved' }],
  ['workflow.remove-step', { workflow: 'f', step: '1' }],
  ['file.update', { file: 'f', text: '{}' }],
  ['subscription.end', { group: 'alerts' }],
] as const)('a question comes before what may hide an outage: %s %j', async (id, args) => {
  expect(await questionOf(id, args)).not.toBe(null)
})

test.each([
  ['monitor.update', { monitor: 'm', name: 'Checkout' }],
  ['monitor.rename', { monitor: 'm', name: 'Checkout' }],
  ['monitor.create', { name: 'Checkout', url: 'https://shop.example/' }],
  ['schedule.attach', { schedule: 's', monitor: 'm' }],
  ['schedule.create', { name: 'Calm', frequency: 60, targets: ['m'] }],
  ['watch.create', { url: 'https://a.example/' }],
  ['incident.post', { incident: 'i', text: 'We look into it.' }],
  ['report.update', { report: 'r', order: 'name' }],
  ['monitor.run', { monitor: 'm' }],
  ['notification.mark-all-read', {}],
] as const)('none comes before what cannot: %s %j', async (id, args) => {
  expect(await questionOf(id, args)).toBe(null)
})

test.each([
  ['webhook.create', { web_hook_type: 'webhook', url: 'https://a.example/' }, /^Its receiver gets the alerts/],
  ['webhook.create-quickly', { type: 'email', to: 'a@a.example' }, /^Its receiver gets the alerts/],
  ['report.publish', { report: 'r' }, /^Whoever has the link sees the figures/],
  ['incident.publish', { incident: 'i' }, /see of the incident on the status page/],
  ['incident.post', { incident: 'i', text: 'x', public: true }, /see of the incident on the status page/],
  ['status-page.change', { title: 'x' }, /see on the status page/],
  ['monitor.update', { monitor: 'm', stats: true }, /see of the monitor/],
] as const)('the question says who gets to see what: %s %j', async (id, args, sentence) => {
  const asked = await questionOf(id, args)
  expect(asked?.effects.filter((effect) => sentence.test(effect))).toHaveLength(1)
  expect(
    asked?.effects.filter((effect) => /outside of the project see|^Its receiver|^Whoever/.test(effect)),
  ).toHaveLength(1)
})

test.each([
  ['incident.post', { incident: 'i', text: 'All is well.' }],
  ['incident.update', { incident: 'i', title: 'A short test' }],
  ['report.update', { report: 'r', name: 'Another' }],
  ['report.add', { report: 'r', monitor: 'm' }],
  ['monitor.rename', { monitor: 'm', name: 'Another' }],
  ['monitor.update', { monitor: 'm', name: 'Another' }],
  ['browser-test.update', { test: 'b', name: 'Another' }],
  ['monitor.create', { url: 'https://a.example/', name: 'One', tags: ['public'] }],
  ['browser-test.create', { url: 'https://a.example/', name: 'One', tags: ['public'] }],
  ['monitor.duplicate', { monitor: 'm' }],
])(
  'a change of what people outside of the project see asks, and one of what they do not see does not: %s %j',
  async (id, args) => {
    expect(await questionOf(id, args)).toBe(null)
    const asked = (await questionOf(id, args, true))?.effects ?? []
    expect(asked.filter((effect) => /outside of the project/.test(effect))).toHaveLength(1)
    for (const value of Object.values(args).slice(1)) expect(asked.join('\n')).toContain(String(value))
  },
)

test.each([
  ['incident.reopen', { incident: 'i' }],
  ['monitor.restore', { monitor: 'm' }],
])('a tool that always asks says whether people outside of the project see it, too: %s', async (id, args) => {
  const seen = async (isPublic: boolean) =>
    ((await questionOf(id, args, isPublic))?.effects ?? []).filter((effect) =>
      /outside of the project see/.test(effect),
    )
  expect([(await seen(false)).length, (await seen(true)).length]).toEqual([0, 1])
})

test('a question names the objects that are given, and says what is meant where one is left out', async () => {
  const entities = async () => [{ id: 'n1Yt2LmQ9sXw4RfVzA1cNe', name: 'Nightly' }]
  const world = { confirmation: async () => null, entities } as unknown as Headless
  const create = offered.find(({ id }) => id === 'downtime.create') as Command
  const times = { name: 'Upgrade', start_time: '2026-01-05T10:00:00Z', end_time: '2026-01-05T12:00:00Z' }
  const effects = async (more: object) => (await questionBefore(create, { ...times, ...more }, world))?.effects
  expect(await effects({})).toContain('schedule: all schedules of the project')
  expect(await effects({ schedule: 'n1Yt2LmQ9sXw4RfVzA1cNe' })).toContain('schedule: “Nightly”')
  const set = offered.find(({ id }) => id === 'variable.set') as Command
  const value = async (more: object) =>
    (await questionBefore(set, { name: 'REGION', value: 'eu', ...more }, world))?.effects.find((each) =>
      each.startsWith('value:'),
    )
  // Unsaid, it stays as it was, and a new one is readable: whoever agrees must not take it for a secret.
  expect([await value({ secret: true }), await value({}), await value({ secret: false })]).toEqual([
    'value: (a secret)',
    'value: "eu"',
    'value: "eu"',
  ])
})

test('a schedule that puts several objects to work is asked about with their names, and one of a single object is not', async () => {
  const entities = async () => [
    { id: 'm1', name: 'Checkout' },
    { id: 'm2', name: 'Payments' },
  ]
  const world = { confirmation: async () => null, entities } as unknown as Headless
  const create = offered.find(({ id }) => id === 'schedule.create') as Command
  const ask = (targets: readonly string[]) => questionBefore(create, { name: 'All', frequency: 60, targets }, world)
  expect(await ask(['m1'])).toBe(null)
  expect((await ask(['m1', 'm2']))?.effects.join('\n')).toContain('“Checkout”, “Payments”')
})

test('every tool that shows something outside says to whom', async () => {
  const silent: string[] = []
  for (const command of offered) {
    const { writes = [] } = command
    const fields = writes.map((name) => endpoints[name]?.opens ?? []).flatMap((opens) => (opens === true ? [] : opens))
    const args = Object.fromEntries(fields.map((field) => [field, true]))
    const asked = await questionOf(command.id, args).catch(() => null)
    if (asked?.effects.some((effect) => /^It shows something of the project/.test(effect))) silent.push(command.id)
  }
  expect(silent).toEqual([])
})

/** The question of a tool where the command has none of its own, and nothing is known by name. */
const questionOf = (id: string, args: object, isPublic = false) => {
  const meta = { public: isPublic }
  const call = async () => ({ published: isPublic ? {} : null, meta, access: { stats: isPublic }, results: [{ meta }] })
  const lists = { known: () => undefined }
  const world = { confirmation: async () => null, entities: async () => [], call, world: lists } as unknown as Headless
  return questionBefore(offered.find((command) => command.id === id) as Command, { ...args }, world)
}
