import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpCall } from '../../../src/cli/http-call.ts'
import type { Listing } from '../../../src/commands/core/kind-row.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { keepsFields, recordFields, restoreFields } from '../../../src/commands/core/undo/stored-fields.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { kinds } from '../../../src/commands/kinds.ts'
import { commandById } from '../../../src/commands/registry.ts'
import type { EndpointName } from '../../../src/contract/contract.ts'
import { exampleWorld } from '../../commands/world.ts'
import { ofIdentity } from '../../laws/identity-samples.ts'
import { joinAgent } from '../../support/agent.ts'
import { makeManaged, managedKinds } from '../../support/managed-kinds.ts'
import { integrationOf, organizationDowntimeOf, organizationOf } from '../../support/organizations.ts'
import { signIn } from '../../support/person.ts'
import { ADMIN_PASSWORD, startServer, type TestServer } from '../../support/server.ts'
import { type Made, type UndoCase, undoCases } from './undo-cases.ts'

let running: TestServer
let call: (operation: EndpointName, input?: object) => Promise<unknown>
beforeAll(async () => {
  running = await startServer()
  const ada = await signIn(running.server, 'ada@example.com', ADMIN_PASSWORD)
  const http = openHttpCall({
    url: running.server.url,
    projectHeader: 'Sonde-Project-Id',
    defaultQuery: {},
    token: async () => ada.accessToken,
  })
  const { projects } = (await http('project.list', {}, { projectId: null })) as {
    projects: { project: { id: string } }[]
  }
  const projectId = projects[0]?.project.id ?? null
  call = (operation, input = {}) => http(operation, input, { projectId })
  made = { ...(await makeAll()), project: projectId ?? '' }
})
afterAll(() => running.stop())

let made: Made

const idOf = (answer: unknown): string => (answer as { id: string }).id

/** One object of each kind that the cases act on. */
const makeAll = async (): Promise<Made> => {
  const ids: Record<string, string> = {}
  for (const { name } of managedKinds) ids[name] = await makeManaged(running.api, name)
  for (const name of ['other-monitor', 'third-monitor', 'spare-monitor'])
    ids[name] = await makeManaged(running.api, 'monitor')
  ids['browser-test'] = idOf(
    await call('browser-test.create', {
      body: { name: 'Journey', url: 'https://example.com/', steps: [{ kind: 'go', url: '/' }, { kind: 'screenshot' }] },
    }),
  )
  ids.incident = idOf(await call('incident.create', { body: { title: 'Checkout fails' } }))
  await call('variable.set', { params: { workspace: 'global', name: 'BASE' }, body: { value: 'https://example.com' } })
  const account = idOf(await call('account.read'))
  ids.organization = await organizationOf(running, account)
  ids['organization-downtime'] = await organizationDowntimeOf(running, account)
  ids.integration = await integrationOf(running, account)
  ids['identity-provider'] = idOf(await call('identity-provider.create', ofIdentity['identity-provider.create'] ?? {}))
  await joinAgent(running.api, running.server.joinToken)
  ids.agent = ((await call('agent.fleet')) as { data: { id: string }[] }).data[0]?.id ?? ''
  const { results } = (await call('variable.list')) as { results: { id: string }[] }
  ids.variable = results[0]?.id ?? ''
  return ids
}

const LISTS = ['monitor', 'schedule', 'workflow', 'webhook', 'variable', 'environment', 'incident'] as const

/** A world on the server, with its lists loaded. */
const openWorld = async () => {
  const lists = new Map<string, unknown>()
  const load = async (operation: EndpointName, input: object) =>
    lists.set(`${operation} ${JSON.stringify(input)}`, await call(operation, input))
  const reload = async () => {
    await load('incident.list', {})
    for (const kind of LISTS) {
      const { list } = kinds[kind]
      if (list && list !== 'session') await load(list.operation, list.input)
    }
  }
  await reload()
  const known = (operation: string, input: object) => lists.get(`${operation} ${JSON.stringify(input)}`)
  const entities: World['entities'] = (kind) => {
    const list = kinds[kind].list as Listing
    const answer = LISTS.some((each) => each === kind) && known(list.operation, list.input)
    return answer ? list.entities(answer) : []
  }
  const example = exampleWorld({
    project: { id: made.project ?? '', name: 'Payments', level: 'OWNER' },
    focus: null,
    site: { viewer: true, admin: true },
    // The answers are those of the endpoints that are named.
    known: known as World['known'],
    read: known as World['read'],
    entities,
    now: Date.now,
    newId: () => crypto.randomUUID(),
  })
  const world: World = Object.assign(Object.create(example.world), { call })
  return { world, told: example.told, reload }
}

const VOLATILE =
  /^(last_update|updated|updated_at|updated_by|created|last_login|last_ip|logins_count|deleted|restorable_until|since|last_seen|online)$/

/** A reading without its times and versions; a list without order. */
const steady = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (VOLATILE.test(key) ? [] : [[key, steady(each)]])),
  )
}

/** A reading without the ids of its rows. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each) => (key === 'id' ? undefined : each))

const act = async (id: string, args: object): Promise<World> => {
  const { world, told } = await openWorld()
  await perform(id, { ...args }, world, { confirmed: true })
  if (told.length === 0) throw new Error(`${id} says nothing.`)
  return world
}

/** The arguments of a case; `first` names the first objective or threshold. */
const argumentsOfCase = async ({ args }: UndoCase): Promise<Record<string, unknown>> => {
  const given: Record<string, unknown> = { ...args(made) }
  const slo =
    given.objective || given.threshold ? ((await call('objective.read')) as Record<string, { id: string }[]>) : {}
  if (given.objective) given.objective = slo.objectives?.[0]?.id
  if (given.threshold) given.threshold = slo.thresholds?.[0]?.id
  return given
}

test.each(Object.entries(undoCases))('%s is undone, and redone, and undone', async (id, undoCase) => {
  const { reads, first, isMadeAnew = false } = undoCase
  for (const [before, given] of first?.(made) ?? []) await act(before, given)
  const { operation, input } = reads(made)
  const stored = async () => {
    const read = steady(await call(operation, input))
    return isMadeAnew ? withoutIds(read) : read
  }
  const before = await stored()
  const { world, told, reload } = await openWorld()
  await perform(id, await argumentsOfCase(undoCase), world, { confirmed: true })
  const after = await stored().catch(() => 'gone')
  expect(after).not.toEqual(before)
  const undone = async (command: string, words: string) => {
    await reload()
    // A deletion asks again before it is redone.
    await perform(command, {}, world, { confirmed: true })
    expect(told.at(-1)?.text).toMatch(new RegExp(`^${words}: `))
    return stored().catch(() => 'gone')
  }
  expect(await undone('toast.undo', 'Undid')).toEqual(before)
  expect(await undone('toast.redo', 'Redid')).toEqual(after)
  expect(await undone('toast.undo', 'Undid')).toEqual(before)
  await perform('toast.undo', {}, world)
  expect(told.at(-1)?.text).toBe('Nothing to undo')
})

test('a monitor that somebody put on a schedule, an alert or a workflow since is not deleted by an undo or redo', async () => {
  const { api } = running
  const made = async (path: string, body: object) => (await api.post<{ id: string }>(path, body)).id
  const creating = { name: 'Fresh', url: 'https://fresh.example/' }
  const uses: readonly (readonly [string, (id: string) => Promise<unknown>])[] = [
    ['schedule “Theirs”', (id) => made('/api/3/schedules/', { name: 'Theirs', targets: [id] })],
    [
      'alert “Theirs”',
      (id) =>
        made('/api/3/webhooks/', {
          name: 'Theirs',
          monitor_id: id,
          parameters: { url: 'https://hooks.example/' },
        }),
    ],
    [
      'workflow “Theirs”',
      (id) => made('/api/2/workflows/', { meta: { name: 'Theirs' }, workflow: { call_ids: [id] } }),
    ],
  ]
  for (const [words, use] of uses) {
    const { world, reload } = await openWorld()
    await perform('monitor.create', creating, world, { confirmed: true })
    await perform('toast.undo', {}, world)
    await perform('toast.redo', {}, world)
    const steps = world.undoable?.().done[0]?.steps ?? []
    const [step] = steps
    const id = step && 'command' in step ? String(step.args.monitor) : ''
    await use(id)
    await reload()
    await expect(perform('toast.undo', {}, world)).rejects.toThrow(
      `“Fresh” is used since by ${words}, so it stays as it is.`,
    )
    expect(await api.call('GET', `/api/3/monitors/${id}`)).toMatchObject({ status: 200 })
  }
})

const byFields = Object.entries(undoCases).filter(([id]) => {
  const { undo, writes = [] } = commandById(id) ?? {}
  return undo === 'calls' && writes.every(keepsFields)
})

test.each(byFields)('%s is not undone where somebody else changed the same since', async (id, undoCase) => {
  for (const [before, given] of undoCase.first?.(made) ?? []) await act(before, given)
  const mine = await openWorld()
  await perform(id, await argumentsOfCase(undoCase), mine.world, { confirmed: true })
  const [entry] = mine.world.undoable?.().done ?? []
  if (!entry) throw new Error(`${id} has no undo.`)
  const theirs = await openWorld()
  theirs.world.send('undo', { type: 'DID', entry })
  await perform('toast.undo', {}, theirs.world)
  const { operation, input } = undoCase.reads(made)
  const stored = async () => steady(await call(operation, input))
  const now = await stored()
  await expect(perform('toast.undo', {}, mine.world)).rejects.toThrow('was changed since')
  expect(await stored()).toEqual(now)
  await perform('toast.undo', {}, mine.world)
  expect(mine.told.at(-1)?.text).toBe('Nothing to undo')
})

test.each([
  ['monitor.judge', { break_on_fail: true }],
  ['monitor.judge', { ignore_project_conditions: true }],
  ['monitor.judge', { numeric_texts: 'number' }],
  ['project-conditions.replace', { break_on_fail: true }],
  ['project-conditions.replace', { numeric_texts: 'number' }],
] as const)('%s of the same conditions with %j is a change, which is undone', async (operation, meta) => {
  const { world } = await openWorld()
  const ofMonitor = operation === 'monitor.judge'
  const params = ofMonitor ? { params: { id: made['third-monitor'] } } : {}
  const stored = () => call(ofMonitor ? 'monitor.conditions' : 'project-conditions.read', params)
  const conditions = [{ id: 'c1', source: 'json', property: '$.price', condition: 'eq', val: '1.10' }]
  await call(operation, { ...params, body: { meta: {}, conditions } })
  const before = await stored()
  const input = { ...params, body: { meta, conditions } } as Parameters<typeof recordFields>[1]
  const { step } = await recordFields(operation, input, world, () => call(operation, input))
  if (step === null || step === 'unchanged') throw new Error(`Nothing of it is recorded: ${step}`)
  expect(await stored()).not.toEqual(before)
  await restoreFields(step, world)
  expect(await stored()).toEqual(before)
})

test('a switch to the new rules is undone for conditions too', async () => {
  const params = { id: made['third-monitor'] }
  const conditions = [{ id: 'c1', source: 'json', property: '$.price', condition: 'eq', val: '1.10' }]
  await call('monitor.update', { params, body: { request: { redirect_method: 'get' } } })
  await call('monitor.judge', { params, body: { meta: { numeric_texts: 'number' }, conditions } })
  const stored = async () => [
    steady(await call('monitor.read', { params })),
    steady(await call('monitor.conditions', { params })),
  ]
  const before = await stored()
  const world = await act('monitor.switch-rules', { monitor: params.id })
  expect(await stored()).toMatchObject([{ request: { redirect_method: 'keep' } }, { meta: { numeric_texts: 'text' } }])
  await perform('toast.undo', {}, world)
  expect(await stored()).toEqual(before)
})
