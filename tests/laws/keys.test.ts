import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bulkArgumentOf } from '../../src/commands/core/argument.ts'
import type { Press } from '../../src/commands/core/chord.ts'
import type { Command } from '../../src/commands/core/command.ts'
import { keyKindOf } from '../../src/commands/core/key-bindings.ts'
import { initialKeys, keyMap, nextKeyStep } from '../../src/commands/core/keys.ts'
import type { OwnKeys } from '../../src/commands/core/own-keys.ts'
import { objectAt } from '../../src/commands/core/route-tree.ts'
import { unsavedReason } from '../../src/commands/core/unsaved.ts'
import type { EntityKind, World } from '../../src/commands/core/world.ts'
import { kindOfRoute, kinds } from '../../src/commands/kinds.ts'
import { commandById, commands } from '../../src/commands/registry.ts'
import { type RouteName, routes } from '../../src/commands/routes.ts'
import { exampleWorld } from '../commands/world.ts'

// The keys of `routes` are its names; Object.keys cannot know it.
const names = Object.keys(routes) as RouteName[]
const kindNames = Object.keys(kinds) as EntityKind[]
const LETTERS = ['r', 'R', 'e', 'n', '#', 't', 'd', 's', 'm', 'u', 'j', 'x', 'c', 'y', 'Enter', 'Escape', ' ']

const pressOf = (key: string): Press => ({
  key,
  ctrl: false,
  meta: false,
  alt: false,
  shift: false,
  typing: false,
  onControl: false,
})

/** The kind of object that a command changes or opens by its first argument, where that kind has a screen. */
const objectKindOf = (command: Command): EntityKind | null => {
  const kind = bulkArgumentOf(command)?.kind
  return kind && (kinds[kind].routes.list ?? kinds[kind].routes.one) ? kind : null
}

/** Why a command has no business on a screen; null where it has. */
const strangerOn = (command: Command, world: World): string | null => {
  const shown = [world.focus?.kind, world.selection?.kind]
  const front = world.place && kindOfRoute(world.place.name)
  const { keysFor, keysOn, keyScope, effect } = command
  if (keysOn && keysOn !== world.place?.name) return 'its screen is not in front'
  if (keysFor && keysFor !== front) return 'its kind is not in front'
  const kind = keyScope === 'object' || effect !== 'read' ? objectKindOf(command) : null
  if (kind && !keysFor && !keysOn && !shown.includes(kind)) return `no ${kind} is on the screen`
  if (keyScope === 'list' && !keysOn && !world.hasOnScreen?.('list')) return 'there is no list'
  if (keyScope === 'form' && !keysOn && !world.hasOnScreen?.('draft')) return 'there is no form'
  return null
}

const bindable = commands.filter(({ hidden }) => !hidden)
const ownKeys: fc.Arbitrary<OwnKeys> = fc.dictionary(
  fc.constantFrom(...bindable.map(({ id }) => id), ...commands.filter(({ keys }) => keys).map(({ id }) => id)),
  fc.option(fc.constantFrom('r', 'e', 'n', '#', 't', 'y', 'Shift+r', 'Enter')),
  { maxKeys: 30 },
)

/** A screen as a person may have it: a place, and a list with a cursor or a selection, a form, or neither. */
const screens = fc
  .record({
    name: fc.constantFrom(...names),
    kind: fc.constantFrom(...kindNames),
    part: fc.constantFrom('object', 'cursor', 'selection', 'form', 'nothing'),
    keys: ownKeys,
  })
  .map(({ name, kind, part, keys }) => {
    const variables = [...routes[name].path.matchAll(/[:{](\w+)/g)].map(([, variable = '']) => [variable, 'x'])
    const place = { name, params: Object.fromEntries(variables), search: {} }
    const object = part === 'object' ? objectAt(place) : null
    const { preferences } = exampleWorld().world
    return exampleWorld({
      place,
      preferences: { ...preferences, keys },
      focus: part === 'cursor' ? { kind, id: 'x', name: 'x' } : object && { ...object, name: 'x' },
      selection: part === 'selection' ? { kind, ids: ['x', 'y'] } : null,
      hasOnScreen: (machine) => (machine === 'draft' ? part === 'form' : part === 'cursor' || part === 'selection'),
    }).world
  })

const meaningOf = (key: string, world: World): Command | null =>
  nextKeyStep(initialKeys, pressOf(key), keyMap(world), 0).command

test('a key never gives a command for something that is not on the screen, whatever keys a person has', () => {
  fc.assert(
    fc.property(screens, fc.constantFrom(...LETTERS), (world, key) => {
      const command = meaningOf(key, world)
      expect([command?.id, command && strangerOn(command, world)]).toEqual([command?.id, null])
    }),
    { numRuns: 5000 },
  )
})

test('a usual key of the kind in front that was taken from its command means nothing else there', () => {
  for (const usual of commands.filter(({ keysFor, keys }) => keysFor && keys?.length === 1)) {
    const { preferences } = exampleWorld().world
    const free = { ...preferences, keys: { [usual.id]: null } }
    for (const name of names.filter((each) => kindOfRoute(each) === usual.keysFor)) {
      const { world } = exampleWorld({ place: { name, params: {}, search: {} }, focus: null, preferences: free })
      expect([usual.id, name, meaningOf(usual.keys ?? '', world)?.id]).toEqual([usual.id, name, undefined])
    }
  }
})

test('# without the key of monitors, and r without a row, do nothing on the list of monitors', () => {
  const { preferences } = exampleWorld().world
  const unbound = { ...preferences, keys: { 'monitor.remove': null } }
  expect(meaningOf('#', exampleWorld({ preferences: unbound }).world)).toBeNull()
  expect(meaningOf('r', exampleWorld({ focus: null }).world)).toBeNull()
  expect(meaningOf('#', exampleWorld().world)).toBe(commandById('monitor.remove'))
})

test('beside a form with unsaved changes, no key changes or runs the stored object', () => {
  const dirty = { href: '/', isDirty: true, console: 'closed', opening: null } as const
  const seen = new Set<string>()
  for (const name of names) {
    const variables = [...routes[name].path.matchAll(/[:{](\w+)/g)].map(([, variable = '']) => [variable, 'x'])
    const place = { name, params: Object.fromEntries(variables), search: {} }
    const object = objectAt(place)
    if (!object) continue
    const { world } = exampleWorld({ place, focus: { ...object, name: 'x' }, presence: () => dirty })
    for (const { command } of keyMap(world)) {
      const isAbout = command.effect !== 'read' && keyKindOf(command) === object.kind
      if (isAbout) seen.add(command.id)
      const isStep = command.id === 'toast.undo' || command.id === 'toast.redo'
      expect([name, command.id, unsavedReason(command, world) !== null]).toEqual([name, command.id, isAbout || isStep])
      const saved = exampleWorld({
        place,
        focus: { ...object, name: 'x' },
        presence: () => ({ ...dirty, isDirty: false }),
      })
      expect([name, command.id, unsavedReason(command, saved.world)]).toEqual([name, command.id, null])
    }
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['monitor.run', 'monitor.run-from', 'monitor.remove', 'webhook.test']),
  )
  const row = { kind: 'monitor', id: 'x', name: 'x', isRow: true } as const
  const beside = exampleWorld({ focus: row, presence: () => dirty }).world
  expect(unsavedReason(commandById('monitor.run') as Command, beside)).toBeNull()
})
