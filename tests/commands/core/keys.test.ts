import { describe, expect, test } from 'vitest'
import type { Press } from '../../../src/commands/core/chord.ts'
import {
  afterUnheard,
  HINT_MS,
  initialKeys,
  type KeyState,
  keyMap,
  nextKeyStep,
  pendingHint,
  UNHEARD_MS,
} from '../../../src/commands/core/keys.ts'
import { exampleWorld } from '../world.ts'

const bindings = keyMap(exampleWorld().world)
const plain = { ctrl: false, meta: false, alt: false, shift: false, typing: false, onControl: false }
const press = (key: string, with_: Partial<Press> = {}): Press => ({ ...plain, key, ...with_ })
const idOf = (given: Press, state: KeyState = initialKeys, nowMs = 0, singleKeys = true) =>
  nextKeyStep(state, given, bindings, nowMs, singleKeys).command?.id ?? null

test.each([
  ['Ctrl K', press('k', { ctrl: true }), 'console.open'],
  ['⌘ K', press('k', { meta: true }), 'console.open'],
  ['Ctrl S', press('s', { ctrl: true }), 'form.save'],
  ['/', press('/'), 'list.search'],
  ['?', press('?', { shift: true }), 'console.shortcuts'],
  ['Esc', press('Escape'), 'list.clear'],
  ['[', press('['), null],
  ['j', press('j'), 'list.down'],
  ['↓', press('ArrowDown'), 'list.down'],
  ['k', press('k'), 'list.up'],
  ['x', press('x'), 'list.select'],
  ['Shift+j', press('J', { shift: true }), 'list.extend-down'],
  ['Shift+k', press('K', { shift: true }), 'list.extend-up'],
  ['Enter', press('Enter'), 'list.open'],
  ['r', press('r'), 'monitor.run'],
  ['Shift+r', press('R', { shift: true }), 'monitor.run-from'],
  ['e', press('e'), 'monitor.edit'],
  ['s', press('s'), 'monitor.statistics'],
  ['n', press('n'), 'monitor.new'],
  ['#', press('#', { shift: true }), 'monitor.remove'],
  ['z', press('z'), 'toast.undo'],
])('%s', (_, given, id) => expect(idOf(given)).toBe(id))

describe('g and a letter go somewhere', () => {
  const afterG = nextKeyStep(initialKeys, press('g'), bindings, 0).state
  test.each([
    ['h', press('h'), 'open.home'],
    ['m', press('m'), 'open.monitors'],
    ['r', press('r'), 'open.results'],
    ['C', press('C', { shift: true }), 'open.collections'],
  ])('g %s', (_, second, id) => expect(idOf(second, afterG, 400)).toBe(id))

  test('at any time after it: whoever reads what may follow runs no monitor with r', () => {
    for (const nowMs of [HINT_MS, 1_500, 60_000, 3_600_000])
      expect([nowMs, idOf(press('r'), afterG, nowMs)]).toEqual([nowMs, 'open.results'])
  })
  test('until Esc, a slip, or Enter, which does not press the button that has the focus', () => {
    for (const ending of [
      press('Escape'),
      press('#'),
      press('Enter', { onControl: true }),
      press(' ', { onControl: true }),
    ])
      expect(nextKeyStep(afterG, ending, bindings, 5_000)).toEqual({ state: initialKeys, command: null, handled: true })
  })
  test('held down, it stays the first key', () => {
    const step = nextKeyStep(afterG, press('g', { repeat: true }), bindings, 500)
    expect(step).toEqual({ state: afterG, command: null, handled: true })
  })
  test('a letter in a text field is text', () => {
    expect(nextKeyStep(afterG, press('r', { typing: true }), bindings, 500)).toEqual({
      state: initialKeys,
      command: null,
      handled: false,
    })
  })
  test('a slip after g does nothing', () => {
    expect(nextKeyStep(afterG, press('#'), bindings, 10)).toEqual({ state: initialKeys, command: null, handled: true })
  })
  test('Shift alone does not end it', () => {
    expect(nextKeyStep(afterG, press('Shift', { shift: true }), bindings, 10).state).toEqual(afterG)
  })
  test('after 600 ms a hint says what may follow, for as long as it may', () => {
    const shown = (nowMs: number) => pendingHint(afterG, bindings, nowMs).map(({ command }) => command.id)
    expect(shown(HINT_MS - 1)).toEqual([])
    expect(shown(HINT_MS)).toEqual(
      expect.arrayContaining(['open.home', 'open.monitors', 'open.results', 'open.collections']),
    )
    expect(shown(3_600_000)).toEqual(shown(HINT_MS))
  })
})

test('what goes on from a letter that nothing heard does nothing, until there is a pause', () => {
  let state = afterUnheard(100)
  for (const [key, atMs] of [
    ['r', 400],
    ['#', 1_500],
    ['n', 2_900],
  ] as const) {
    const step = nextKeyStep(state, press(key), bindings, atMs)
    expect([key, step.command]).toEqual([key, null])
    state = step.state
  }
  expect(idOf(press('k', { ctrl: true }), state, 3_000)).toBe('console.open')
  expect(idOf(press('r'), state, 2_900 + UNHEARD_MS)).toBe('monitor.run')
})

describe('letters are no keys', () => {
  test('in a text field', () => {
    expect(idOf(press('r', { typing: true }))).toBe(null)
    expect(idOf(press('k', { typing: true, ctrl: true }))).toBe('console.open')
  })
  test('for whoever has switched them off, but arrows and Ctrl K are', () => {
    expect(idOf(press('r'), initialKeys, 0, false)).toBe(null)
    expect(idOf(press('g'), initialKeys, 0, false)).toBe(null)
    expect(idOf(press('ArrowDown'), initialKeys, 0, false)).toBe('list.down')
    expect(idOf(press('k', { ctrl: true }), initialKeys, 0, false)).toBe('console.open')
  })
})

test('Enter on a button is the button’s', () => {
  expect(idOf(press('Enter', { onControl: true }))).toBe(null)
  expect(idOf(press('r', { onControl: true }))).toBe('monitor.run')
})

test.each([
  ['webhooks', 'webhook.new'],
  ['webhook', 'webhook.new'],
  ['schedules', 'schedule.new'],
  ['downtimes', 'downtime.new'],
  ['api-keys', 'api-key.new'],
  ['collections', 'open.new-project'],
  ['home', 'monitor.new'],
] as const)('n makes what is in front: on %s, %s', (name, id) => {
  const there = keyMap(exampleWorld({ place: { name, params: {}, search: {} }, focus: null }).world)
  expect(nextKeyStep(initialKeys, press('n'), there, 0).command?.id).toBe(id)
})

test('r on a result runs its monitor again', () => {
  const focus = { kind: 'result', id: 'AAAAAgAB2aAmfAGh_GTw7wA', name: 'Orders' } as const
  expect(nextKeyStep(initialKeys, press('r'), keyMap(exampleWorld({ focus }).world), 0).command?.id).toBe(
    'result.run-again',
  )
})

test('keys of rows need a row, and a right', () => {
  const noRow = keyMap(exampleWorld({ focus: null }).world).map(({ command }) => command.id)
  expect(noRow).not.toContain('monitor.remove')
  const viewer = exampleWorld({ project: { id: 'p', name: 'P', level: 'VIEWER' } }).world
  expect(keyMap(viewer).map(({ command }) => command.id)).not.toContain('monitor.run')
})

test('a key with Ctrl means what it does alone, also where a sequence was begun', () => {
  const begun = nextKeyStep(initialKeys, press('g'), bindings, 0).state
  expect(begun.pending).not.toBe(null)
  const step = nextKeyStep(begun, press('k', { ctrl: true }), bindings, 100)
  expect([step.command?.id, step.state]).toEqual(['console.open', initialKeys])
  // A letter that completes nothing is a slip, and means nothing.
  expect(idOf(press('#'), begun, 100)).toBe(null)
})
