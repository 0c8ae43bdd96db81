import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takenSentence, withKeys } from '../../../src/commands/accounts/keys.ts'
import { canonical, clash } from '../../../src/commands/core/chord.ts'
import { conflictsOf } from '../../../src/commands/core/key-bindings.ts'
import { browserUse, keysProblem } from '../../../src/commands/core/key-rules.ts'
import { initialKeys, keyMap, nextKeyStep } from '../../../src/commands/core/keys.ts'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { type OwnKeys, shownKey } from '../../../src/commands/core/own-keys.ts'
import { bindingsFor, commandById, commands } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const plain = { ctrl: false, meta: false, alt: false, shift: false, typing: false, onControl: false }
const of = (id: string) => {
  const found = commandById(id)
  if (!found) throw new Error(id)
  return found
}
const preferences = exampleWorld().world.preferences
const worldWith = (keys: OwnKeys) => exampleWorld({ preferences: { ...preferences, keys } })

describe('a key that a person has chosen', () => {
  const own: OwnKeys = { 'monitor.run': 'y', 'monitor.edit': null }
  const { world } = worldWith(own)
  const meaning = (key: string) => nextKeyStep(initialKeys, { ...plain, key }, keyMap(world), 0).command?.id

  test('means its command, and the usual one no longer does', () => {
    expect(meaning('y')).toBe('monitor.run')
    expect(meaning('r')).not.toBe('monitor.run')
    expect(meaning('e')).not.toBe('monitor.edit')
  })
  test('is shown wherever the command is', () => {
    const rows = suggestionsFor('run', world).flatMap(({ items }) => items)
    expect(rows.find(({ id }) => id === 'this:monitor.run')?.keys).toBe('y')
    expect(shownKey(of('monitor.edit'), own)).toBeNull()
  })
})

test.each([
  ['Shift+O', 'Shift+o'],
  ['O', 'Shift+o'],
  ['Mod+K', 'Mod+k'],
  ['Mod+Shift+K', 'Mod+Shift+k'],
  ['g M', 'g Shift+m'],
  ['Shift+ArrowUp', 'Shift+ArrowUp'],
])('%s, as key caps have it, is %s', (written, keys) => {
  expect(canonical(written)).toBe(keys)
})

test('keys that browsers have a use for are set by a line, which says so', async () => {
  const { world, told } = worldWith({})
  await performLine('rebind key "run monitor" --keys Mod+r', world)
  expect(told.at(-1)?.text).toMatch(/^“Run now” has the shortcut Ctrl\+r\. In most browsers, Ctrl\+r reloads/)
})

test('a conflict is named with the command that has the key, and with one that would be hidden', () => {
  const conflicts = (id: string, keys: string, own: OwnKeys = {}) =>
    conflictsOf(bindingsFor(own), of(id), keys).map((each) => each.id)
  expect(conflicts('monitor.run', 'g m')).toEqual(['open.monitors'])
  expect(conflicts('monitor.run', 'g')).toContain('open.monitors')
  expect(conflicts('monitor.run', 'y')).toEqual([])
  expect(conflicts('monitor.run', 'g m', { 'open.monitors': 'g 9' })).toEqual([])
  expect(takenSentence('g m', [of('open.monitors')], {})).toBe('g m is the shortcut of “Monitors” (open monitors).')
})

// Esc closes layers, and is no key to choose.
const chosenAgain = commands.filter(({ keys }) => keys !== undefined && keys !== 'Escape')
test.each(chosenAgain.map((each) => [each.id, each] as const))('%s may have its usual key again', (_, each) => {
  expect(keysProblem(each.keys ?? '')).toBeNull()
  expect(withKeys(withKeys({}, each, 'Mod+Shift+9'), each, each.keys ?? null)).toEqual({})
})

test('no two commands mean one key after any rebinding', () => {
  const bindable = commands.filter(({ hidden }) => !hidden)
  const keys = fc.constantFrom('r', 'g', 'g m', 'Mod+k', 'Shift+r', 'y', 'e', '#', '/')
  const changes = fc.array(fc.tuple(fc.constantFrom(...bindable), keys), { maxLength: 6 })
  fc.assert(
    fc.property(changes, (all) => {
      let own: OwnKeys = {}
      for (const [command, chosen] of all)
        own = withKeys(own, command, chosen, conflictsOf(bindingsFor(own), command, chosen))
      for (const [command] of all) {
        const now = shownKey(command, own)
        if (now !== null) expect(conflictsOf(bindingsFor(own), command, now)).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['Mod+w', 'Browsers keep Ctrl+w'],
  ['Mod+c', 'edits text'],
  ['Escape', 'Esc closes'],
  ['Alt+q', 'There is no key'],
  ['a b c', 'At most two keys'],
])('%s can be no shortcut: %s', (keys, words) => expect(keysProblem(keys)).toContain(words))

test.each(['r', 'R', 'Shift+r', 'g m', 'Mod+k', 'Mod+Shift+p', '#', '+', 'Mod++', 'F2', 'ArrowUp', 'é'])(
  '%s can be a shortcut',
  (keys) => expect(keysProblem(keys)).toBeNull(),
)

test('what browsers do with a key is said before it is taken from them', () => {
  expect(browserUse('Mod+p')).toContain('prints')
  expect(browserUse('g m')).toBeNull()
})

test('one key begins another only if it is its first', () => {
  expect([clash('g', 'g m'), clash('g m', 'g'), clash('C', 'Shift+c'), clash('g', 'h g')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(canonical('g C')).toBe('g Shift+c')
})

describe('in a line', () => {
  test('keys are bound, refused with the reason, taken with --replace, and reset', async () => {
    const { world, sent } = worldWith({})
    await performLine('rebind key "run monitor" --keys y', world)
    expect(sent.at(-1)).toEqual({ machine: 'preferences', event: { type: 'SET', keys: { 'monitor.run': 'y' } } })
    await expect(performLine('rebind key "run monitor" --keys "g m"', world)).rejects.toThrow('open monitors')
    await expect(performLine('rebind key "run monitor" --keys Mod+w', world)).rejects.toThrow('Browsers keep')
    await performLine('rebind key "run monitor" --keys "g m" --replace', world)
    expect(sent.at(-1)?.event.keys).toEqual({ 'open.monitors': null, 'monitor.run': 'g m' })
    const changed = worldWith({ 'monitor.run': 'y', 'monitor.edit': null })
    await performLine('reset keys --command "run monitor"', changed.world)
    expect(changed.sent.at(-1)?.event.keys).toEqual({ 'monitor.edit': null })
    await performLine('reset keys', changed.world)
    expect(changed.sent.at(-1)?.event.keys).toEqual({})
  })
})
