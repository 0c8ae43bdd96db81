import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takenSentence, withKeys } from '../../../src/commands/accounts/keys.ts'
import { canonical, chordOf, clash } from '../../../src/commands/core/chord.ts'
import { conflictsOf } from '../../../src/commands/core/key-bindings.ts'
import { browserUse, keysProblem, keysWritten } from '../../../src/commands/core/key-rules.ts'
import { initialKeys, keyMap, nextKeyStep } from '../../../src/commands/core/keys.ts'
import { performLine } from '../../../src/commands/core/line/perform-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
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
    expect(shownKey(of('monitor.edit'), { keys: own, singleKeys: true })).toBeNull()
  })
})

test('without single letters, no command shows a key that does nothing', () => {
  const off = { keys: {}, singleKeys: false }
  const pressed = (key: string) =>
    nextKeyStep(initialKeys, { ...plain, key }, keyMap(worldWith({}).world), 0, false).command?.id
  for (const [id, key, shown] of [
    ['monitor.run', 'r', null],
    ['open.monitors', 'g', null],
    ['list.down', 'j', 'ArrowDown'],
    ['console.open', 'k', 'Mod+k'],
  ] as const) {
    expect([id, shownKey(of(id), off)]).toEqual([id, shown])
    if (shown === null) expect([id, pressed(key)]).toEqual([id, undefined])
  }
})

test('a command whose key is taken keeps another one that it has', () => {
  const own = withKeys({}, of('monitor.run'), 'j', [of('list.down')])
  expect(own).toEqual({ 'monitor.run': 'j', 'list.down': 'ArrowDown' })
  expect(withKeys({}, of('monitor.edit'), 'r', [of('monitor.run')])).toEqual({
    'monitor.edit': 'r',
    'monitor.run': null,
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
        const now = shownKey(command, { keys: own, singleKeys: true })
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

test.each([
  ['Shift+5', 'types another sign'],
  ['Mod+Shift+5', 'types another sign'],
  ['g Shift++', 'types another sign'],
])('%s never comes from a keyboard: %s', (keys, words) => expect(keysProblem(keys)).toContain(words))

test.each([
  ['Ctrl+T', 'Mod+t'],
  ['Ctrl T', 'Mod+t'],
  ['Ctrl+t', 'Mod+t'],
  ['⌘T', 'Mod+t'],
  ['ctrl shift P', 'Mod+Shift+p'],
  ['Shift R', 'Shift+r'],
  ['G', 'Shift+g'],
  ['g m', 'g m'],
  ['Mod++', 'Mod++'],
  ['+', '+'],
  ['enter', 'Enter'],
  ['Esc', 'Escape'],
  ['a b c', 'a b c'],
  ['Alt+q', 'Alt+q'],
])('a person who writes %s means %s', (written, keys) => expect(keysWritten(written)).toBe(keys))

const KEYS = ['a', 'z', 'é', '5', '%', '+', '#', 'Enter', 'F2', 'ArrowUp', ' ']
test('keys that a person may have are those of an event, whatever is held beside them', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KEYS), fc.boolean(), fc.boolean(), (key, mod, shift) => {
      const named = key === ' ' ? 'Space' : key
      const written = `${mod ? 'Ctrl+' : ''}${shift ? 'Shift+' : ''}${named}`
      const keys = keysWritten(written)
      if (keysProblem(keys) !== null) return
      const isLetter = /^\p{L}$/u.test(key)
      const pressed = shift && isLetter ? key.toUpperCase() : key
      expect(chordOf({ key: pressed, ctrl: mod, meta: false, alt: false, shift })).toBe(keys)
    }),
  )
})

test.each([
  ['monitor.run', 'Mod+s', 'form.save'],
  ['webhook.test', 'Mod+s', 'form.save'],
  ['webhook.test', 'Mod+k', 'console.open'],
  ['webhook.test', '?', 'console.shortcuts'],
  ['incident.new', 'j', 'list.down'],
  ['monitor.run', 'ArrowDown', 'list.down'],
  ['form.save', 'r', 'monitor.run'],
])('%s cannot take %s silently from %s, which the page itself uses', (id, keys, other) => {
  expect(conflictsOf(bindingsFor({}), of(id), keys).map((each) => each.id)).toContain(other)
})

test('Ctrl S saves the form, also for whoever gave it to another command before that was refused', () => {
  const { world } = exampleWorld({ preferences: { ...preferences, keys: { 'monitor.run': 'Mod+s' } } })
  expect(nextKeyStep(initialKeys, { ...plain, key: 's', ctrl: true }, keyMap(world), 0).command?.id).toBe('form.save')
})

test.each([
  ['rebind key "run monitor" --keys Mod+s ', 'Save'],
  ['rebind key "run monitor" --keys Shift+5 ', 'types another sign'],
  ['rebind key "run monitor" --keys Alt+q ', 'There is no key'],
  ['rebind key nonsense ', 'There is no command'],
])('%s is not ready: %s', (line, words) => {
  const { problems } = readLine(line, worldWith({}).world)
  expect(problems.map(({ sentence }) => sentence).join()).toContain(words)
})

test('keys that are taken with --replace are ready, and stored as an event has them', async () => {
  const { world, sent } = worldWith({})
  const line = 'rebind key "run monitor" --keys "Ctrl S" --replace'
  expect(readLine(line, world).problems).toEqual([])
  await performLine(line, world)
  expect(sent.at(-1)?.event.keys).toEqual({ 'form.save': null, 'monitor.run': 'Mod+s' })
})

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
