import { describe, expect, test } from 'vitest'
import { CallError } from '../../../machines/resource/failure.ts'
import { historyLine } from '../../../src/commands/core/line/history-line.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import type { MachineName } from '../../../src/commands/core/machine-events.ts'
import { perform } from '../../../src/commands/core/perform.ts'
import { entryChoices } from '../../../src/commands/core/undo/entries.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

type Row = { id: string; name: string; frequency: number; tags: string[]; enabled: boolean; last_update: string }
type Input = { params: { id: string }; body?: Partial<Row> & { if_last_update?: string } }

const SCHEDULE = 's1Yt2LmQ9sXw4RfVzA1cNe'
const conflict = {
  operation: 'schedule.update',
  message: 'It was changed.',
  status: 409,
  statusText: '',
  url: '/',
  problems: [],
  body: null,
  at: 0,
}

/** A world with schedules that are stored as a server stores them, with a version each. */
const openStore = (ids: readonly string[] = [SCHEDULE]) => {
  let version = 0
  const stamp = () => `2026-01-05T10:00:${String(version++).padStart(2, '0')}.000Z`
  const rows = new Map<string, Row>(
    ids.map((id) => [id, { id, name: 'Nightly', frequency: 60, tags: ['a'], enabled: true, last_update: stamp() }]),
  )
  const store = { isBusy: false, isAway: false }
  const example = exampleWorld({
    onCall(operation, given) {
      const { params, body } = given as Input
      if (store.isAway) throw new CallError({ ...conflict, status: null, message: 'The server did not answer.' })
      const row = rows.get(params.id)
      if (!row) throw new CallError({ ...conflict, status: 404, message: 'It is gone.' })
      if (operation === 'schedule.read') return { ...row }
      if (store.isBusy) throw new CallError({ ...conflict, status: 503, message: 'The server is busy.' })
      const { if_last_update: based, ...change } = body ?? {}
      if (based !== undefined && based !== row.last_update) throw new CallError({ ...conflict })
      rows.set(params.id, { ...row, ...change, last_update: stamp() })
      return { ...rows.get(params.id) }
    },
  })
  /** A change by somebody else. */
  const change = (fields: Partial<Row>, id: string = SCHEDULE) => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, ...fields, last_update: stamp() })
  }
  const said = () => example.told.at(-1)?.text
  return { ...example, rows, change, said, store, row: () => rows.get(SCHEDULE) }
}

const entries = (world: ReturnType<typeof openStore>['world']) => world.undoable?.().done ?? []

describe('the stack of a session', () => {
  test('is undone from the newest, redone from the last undone, and says when it is empty', async () => {
    const { world, row, said } = openStore()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    await perform('schedule.pause', { schedule: SCHEDULE }, world)
    await perform('toast.undo', {}, world)
    expect([row()?.enabled, row()?.frequency, said()]).toEqual([true, 120, 'Undid: “Partner checks” paused'])
    await perform('toast.undo', {}, world)
    expect([row()?.frequency, said()]).toEqual([60, 'Undid: “Partner checks” changed'])
    await perform('toast.undo', {}, world)
    expect(said()).toBe('Nothing to undo')
    await perform('toast.redo', {}, world)
    expect(row()).toMatchObject({ frequency: 120, enabled: true })
    await perform('toast.redo', {}, world)
    expect(row()).toMatchObject({ frequency: 120, enabled: false })
    await perform('toast.redo', {}, world)
    expect(said()).toBe('Nothing to redo')
  })

  test('offers its entries with the message and the age, and undoes an older one alone', async () => {
    const { world, row } = openStore()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    await perform('schedule.pause', { schedule: SCHEDULE }, world)
    const choices = entryChoices('done')(world)
    expect(choices).toEqual([
      { value: '2', note: '“Partner checks” paused · just now' },
      { value: '1', note: '“Partner checks” changed · just now' },
    ])
    await perform('toast.undo', { entry: '1' }, world)
    expect(row()).toMatchObject({ frequency: 60, enabled: false })
    await expect(perform('toast.undo', { entry: '7' }, world)).rejects.toThrow('There is no action “7” to undo.')
  })

  test('names an action by the same number for good, so that a line again never undoes another one', async () => {
    const { world, row } = openStore()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    await perform('schedule.pause', { schedule: SCHEDULE }, world)
    await perform('toast.undo', { entry: '1' }, world)
    await expect(perform('toast.undo', { entry: '1' }, world)).rejects.toThrow('There is no action “1” to undo.')
    await perform('toast.redo', { entry: '1' }, world)
    await perform('toast.undo', { entry: '2' }, world)
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 180 }, world)
    expect(entryChoices('done')(world).map(({ value }) => value)).toEqual(['3', '1'])
    expect(row()).toMatchObject({ frequency: 180, enabled: true })
    expect(historyLine('undo --entry 3', world)).toBe(null)
    expect(suggestionsFor('undo --entry 1', world, [])[0]?.items[0]).toMatchObject({
      note: '“Partner checks” changed · just now',
    })
  })

  test('a new action ends what could be redone', async () => {
    const { world, said } = openStore()
    await perform('schedule.pause', { schedule: SCHEDULE }, world)
    await perform('toast.undo', {}, world)
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    await perform('toast.redo', {}, world)
    expect(said()).toBe('Nothing to redo')
  })
})

describe('a change by somebody else', () => {
  test('of the same field is not overwritten: the undo is refused, and the next key undoes the action before', async () => {
    const { world, row, change } = openStore()
    await perform('schedule.pause', { schedule: SCHEDULE }, world)
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    change({ frequency: 300 })
    await expect(perform('toast.undo', {}, world)).rejects.toThrow('“Nightly” was changed since (frequency)')
    expect(row()?.frequency).toBe(300)
    expect(entries(world)).toHaveLength(2)
    await perform('toast.undo', {}, world)
    expect(row()).toMatchObject({ enabled: true, frequency: 300 })
    expect(entryChoices('done')(world)[0]?.note).toContain('was changed since')
  })

  test('of another field stays, and only the fields of the action are restored', async () => {
    const { world, row, change, calls } = openStore()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    change({ tags: ['theirs'] })
    await perform('toast.undo', {}, world)
    expect(row()).toMatchObject({ frequency: 60, tags: ['theirs'] })
    const input = calls.at(-1)?.input as Input | undefined
    expect(Object.keys(input?.body ?? {}).sort()).toEqual(['frequency', 'if_last_update'])
  })

  test('between the comparison and the change is refused by the version', async () => {
    const { world, row, change } = openStore()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    const call: typeof world.call = (operation, input) => {
      if (operation === 'schedule.update') change({ frequency: 300 })
      return world.call(operation, input)
    }
    const raced = Object.assign(Object.create(world), { call })
    await expect(perform('toast.undo', {}, raced)).rejects.toThrow('was changed since')
    expect(row()?.frequency).toBe(300)
  })
})

test('an undo that fails stays on the stack, says why, and can be repeated', async () => {
  const { world, row, store } = openStore()
  await perform('schedule.pause', { schedule: SCHEDULE }, world)
  store.isBusy = true
  await expect(perform('toast.undo', {}, world)).rejects.toThrow('The server is busy.')
  store.isBusy = false
  await perform('toast.undo', {}, world)
  expect(row()?.enabled).toBe(true)
})

test('an action on several objects is one entry; what cannot be undone of it stays', async () => {
  const ids = ['one', 'two', 'three']
  const { world, rows, change, told } = openStore(ids)
  await perform('schedule.update', { schedule: ids, frequency: 120 }, world)
  expect(told).toHaveLength(1)
  change({ frequency: 300 }, 'two')
  await expect(perform('toast.undo', {}, world)).rejects.toThrow('“Nightly” was changed since (frequency)')
  expect([...rows.values()].map(({ frequency }) => frequency)).toEqual([60, 300, 60])
  expect(entries(world).map(({ steps }) => steps.length)).toEqual([1])
})

test('of several objects, one that is gone keeps no other from its undo, and the sentence says which was undone', async () => {
  const ids = ['one', 'two', 'three']
  const { world, rows, store } = openStore(ids)
  await perform('schedule.update', { schedule: ids, frequency: 120 }, world)
  rows.delete('two')
  await expect(perform('toast.undo', {}, world)).rejects.toThrow(
    /^Undid 2 of 3 steps: .* changed\. Not undone: “Nightly”: It is gone\.$/,
  )
  expect([...rows.values()].map(({ frequency }) => frequency)).toEqual([60, 60])
  expect(entries(world)).toMatchObject([{ steps: [{ params: { id: 'two' } }], refusal: 'It is gone.' }])
  // What may still be undone stays without what can not.
  await perform('toast.redo', {}, world)
  rows.delete('one')
  store.isBusy = true
  await expect(perform('toast.undo', {}, world)).rejects.toThrow('Undid 0 of 2 steps')
  expect(entries(world).at(-1)).toMatchObject({ steps: [{ params: { id: 'three' } }], refusal: null })
  store.isBusy = false
  await perform('toast.undo', {}, world)
  expect(rows.get('three')?.frequency).toBe(60)
})

test('what changes nothing is on no stack, and what changes a secret is there without an undo', async () => {
  const { world } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 60 }, world)
  expect(entries(world)).toEqual([])
  for (const password of ['••••••', null]) {
    let name = 'Hook'
    const onCall = (operation: string) => {
      if (operation === 'webhook.update') name = 'Hooked'
      return { id: 'w', name, parameters: { password }, last_update: '2026-01-05T10:00:00.000Z' }
    }
    const hooks = exampleWorld({ onCall })
    await perform('webhook.update', { webhook: 'w', name: 'Hooked', password: 'CANARY' }, hooks.world)
    expect(entries(hooks.world)).toMatchObject([{ steps: [] }])
  }
})

test('an action that nothing undoes is refused once, and no earlier one is undone in its place', async () => {
  const { world, row, said } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  await perform('schedule.remove', { schedule: SCHEDULE }, world, { confirmed: true })
  expect(entryChoices('done')(world)[0]?.note).toBe('“Partner checks” deleted · just now · cannot be undone')
  await expect(perform('toast.undo', {}, world)).rejects.toThrow(
    '“Partner checks” deleted: this cannot be undone. Undo again for the one before it: “Partner checks” changed',
  )
  expect(row()?.frequency).toBe(120)
  await perform('toast.undo', {}, world)
  expect([row()?.frequency, said()]).toEqual([60, 'Undid: “Partner checks” changed'])
})

test('a run is no change that an undo would stop at', async () => {
  const { world, row } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  await perform('webhook.test', { webhook: 'w1Yt2LmQ9sXw4RfVzA1cNe' }, world).catch(() => {})
  await perform('toast.undo', {}, world)
  expect(row()?.frequency).toBe(60)
})

test('tags are undone for several monitors at once', async () => {
  const tags = new Map([CHECKOUT, TAX].map((id) => [id, ['kept']]))
  const { world } = exampleWorld({
    selection: { kind: 'monitor', ids: [CHECKOUT, TAX] },
    onCall(_, given) {
      const { params, body } = given as { params: { id: string }; body?: { meta: { tags: string[] } } }
      if (body) tags.set(params.id, body.meta.tags)
      return { meta: { name: 'N', tags: tags.get(params.id) } }
    },
  })
  await perform('monitor.tag', { tags: ['new'] }, world)
  expect([...tags.values()]).toEqual([
    ['kept', 'new'],
    ['kept', 'new'],
  ])
  await perform('toast.undo', {}, world)
  expect([...tags.values()]).toEqual([['kept'], ['kept']])
})

test('while an action is at work, no earlier one is undone in its place', async () => {
  const { world, row } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  const { call } = world
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const slow: typeof world = Object.assign(Object.create(world), {
    call: async (...given: Parameters<typeof call>) => {
      await held
      return call(...given)
    },
  })
  const pausing = perform('schedule.pause', { schedule: SCHEDULE }, slow)
  await expect(perform('toast.undo', {}, world)).rejects.toThrow('An action is still at work: undo once it has ended.')
  expect(row()?.frequency).toBe(120)
  answer()
  await pausing
  await perform('toast.undo', {}, world)
  expect(row()).toMatchObject({ enabled: true, frequency: 120 })
})

test('an entry that is being undone is not undone a second time', async () => {
  const { world, row, said } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  const first = perform('toast.undo', {}, world)
  await expect(perform('toast.undo', {}, world)).rejects.toThrow('An action is still at work: undo once it has ended.')
  await first
  expect([row()?.frequency, said()]).toEqual([60, 'Undid: “Partner checks” changed'])
})

test('an undo without an answer names its action once, in the quotes that the action has', async () => {
  const { world, store } = openStore()
  await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
  store.isAway = true
  await expect(perform('toast.undo', {}, world)).rejects.toThrow(
    'Not undone: “Partner checks” changed. The server did not answer.',
  )
})

describe('preferences', () => {
  const openPreferences = () => {
    const store = openStore()
    let preferences = store.world.preferences
    const world: World = Object.create(store.world, {
      preferences: { get: () => preferences },
      send: {
        writable: true,
        value: (machine: MachineName, event: { type: string }) => {
          const { type, ...change } = event
          if (machine === 'preferences' && type === 'SET') preferences = { ...preferences, ...change }
          else store.world.send(machine, event as never)
        },
      },
    })
    return { ...store, world }
  }

  test.each([
    ['appearance.theme', { theme: 'dark' }, 'theme'],
    ['appearance.density', { density: 'compact' }, 'density'],
    ['appearance.single-keys', { on: false }, 'singleKeys'],
    ['project.star', { project: 'p2Yt2LmQ9sXw4RfVzA1cNe' }, 'favorites'],
    ['home.default-view', { view: 'monitors' }, 'landing'],
    ['appearance.time-zone', { zone: 'Europe/Vienna' }, 'timeZone'],
    ['shortcut.rebind', { command: 'open monitors', keys: 'g 9' }, 'keys'],
  ] as const)('%s is undone and redone, and nothing before it', async (id, args, field) => {
    const { world, row } = openPreferences()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    const before = world.preferences[field]
    await perform(id, args, world)
    const after = world.preferences[field]
    expect(after).not.toEqual(before)
    await perform('toast.undo', {}, world)
    expect([world.preferences[field], row()?.frequency]).toEqual([before, 120])
    await perform('toast.redo', {}, world)
    expect(world.preferences[field]).toEqual(after)
  })

  test('the sidebar, and a theme that is set already, are no changes that an undo would stop at', async () => {
    const { world, row } = openPreferences()
    await perform('schedule.update', { schedule: SCHEDULE, frequency: 120 }, world)
    await perform('appearance.sidebar', {}, world)
    await perform('appearance.theme', { theme: world.preferences.theme }, world)
    await perform('toast.undo', {}, world)
    expect(row()?.frequency).toBe(60)
  })
})
