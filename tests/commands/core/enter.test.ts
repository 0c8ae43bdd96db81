import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argumentsOf } from '../../../src/commands/core/argument.ts'
import { phrasesOf } from '../../../src/commands/core/command.ts'
import { enterOf, markedIn } from '../../../src/commands/core/line/enter.ts'
import { opens } from '../../../src/commands/core/line/opens.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, shownProblem } from '../../../src/commands/core/line/reading.ts'
import { searchOfLine } from '../../../src/commands/core/line/searched.ts'
import { completed, suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { SYNONYMS } from '../../../src/commands/core/line/synonyms.ts'
import { slugOf } from '../../../src/commands/core/naming.ts'
import type { Entity, EntityKind, Focus, World } from '../../../src/commands/core/world.ts'
import { commands } from '../../../src/commands/registry.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

/** Presses Enter once where a hasty person would: nobody has moved among the choices. */
const enter = (line: string, world: World, recent: readonly string[] = []) => {
  const reading = readLine(line, world)
  const groups = suggestionsFor(line, world, recent, reading)
  return enterOf({ reading, groups, moved: null, isRefused: shownProblem(reading) !== null })
}

/** The line that runs, and null where none does. */
const ran = (line: string, world: World, recent: readonly string[] = []): string | null => {
  const next = enter(line, world, recent)
  if (next.does === 'run') return line
  return next.does === 'write' && next.runs ? next.line : null
}

const NAMES = [
  'alpha',
  'Alpha',
  'alpha beta',
  'beta',
  'run monitor',
  'q1',
  'sign out',
  'dark',
  'β-check',
  'all',
  '🚀',
  'a',
]
const worlds = fc
  .record({
    monitors: fc.array(fc.constantFrom(...NAMES), { maxLength: 5 }),
    schedules: fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
    focused: fc.option(fc.constantFrom<EntityKind>('monitor', 'schedule')),
  })
  .map(({ monitors, schedules, focused }) => {
    const objects = (kind: EntityKind, names: readonly string[]): readonly Entity[] =>
      names.map((name, at) => ({ id: `${kind[0]}${at}XqKzZ7wPq1LmNb2VrT9y`.slice(0, 22), name, note: '120 ms' }))
    const lists: Partial<Record<EntityKind, readonly Entity[]>> = {
      monitor: objects('monitor', monitors),
      schedule: objects('schedule', schedules),
    }
    const plain = exampleWorld().world
    const entities = (kind: EntityKind) => lists[kind] ?? plain.entities(kind)
    const [first] = focused ? entities(focused) : []
    const focus: Focus | null = focused && first ? { kind: focused, id: first.id, name: first.name } : null
    return exampleWorld({ entities, focus }).world
  })

const PHRASES = commands.filter(({ hidden }) => !hidden).flatMap(phrasesOf)
/** Texts as people type them: phrases, names and ids, whole, begun, or with a letter too few. */
const pieces = fc
  .constantFrom(...PHRASES, ...NAMES, ...NAMES.map((name) => JSON.stringify(name)), 'm0XqKzZ7wPq1LmNb2VrT9y', '7', 'Xq')
  .chain((text) =>
    fc.oneof(
      fc.constant(text),
      fc.nat(text.length).map((to) => text.slice(0, to)),
      fc.nat(text.length).map((at) => text.slice(0, at) + text.slice(at + 1)),
    ),
  )
const lines = fc.array(pieces, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '))

/** Whether a line spells each object that it is about: its id, its name or its slug, and no other object that is spelled so. */
const spells = (line: string, world: World): boolean => {
  const { command, args } = readLine(line, world)
  if (!command) return false
  return argumentsOf(command).every(({ key, kind }) => {
    const value = args[key]
    if (kind === null || typeof value !== 'string') return true
    const one = world.entities(kind).find(({ id }) => id === value)
    if (!one) return true
    const alike = world.entities(kind).filter(({ name }) => slugOf(name) === slugOf(one.name))
    return (
      line.includes(one.id) ||
      line.includes(one.name) ||
      (alike.length === 1 && line.toLowerCase().includes(slugOf(one.name)))
    )
  })
}

/** Whether a line is the verb of the one that runs and the whole name of its object: `run alpha`. */
const isVerbAndName = (typed: string, run: string, world: World): boolean => {
  const [verb = '', ...words] = typed.split(' ')
  const { command } = readLine(run, world)
  const name = words.join(' ').replaceAll('"', '')
  const lines = [name, slugOf(name), JSON.stringify(name)].map((text) => `${command?.words} ${text}`)
  return (
    command?.words.startsWith(`${verb} `) === true && lines.includes(run.trim().toLowerCase()) && spells(run, world)
  )
}

describe('Enter never guesses', () => {
  test('whatever runs by it was typed whole, or only opens something', () => {
    fc.assert(
      fc.property(worlds, lines, (world, line) => {
        const run = ran(line, world, ['run monitor alpha', 'open monitors', 'delete monitor beta'])
        if (run === null) return
        const { command } = readLine(run, world)
        if (!command) throw new Error(`“${line}” runs “${run}”, which no command reads.`)
        if (opens(command)) return
        const typed = line.trim().toLowerCase().replace(/\s+/g, ' ')
        const isTyped = run.trim() === line.trim() && spells(run, world)
        const isNamed =
          phrasesOf(command).includes(typed) ||
          command.title.toLowerCase() === typed ||
          isVerbAndName(typed, run, world)
        expect([line, run, isTyped || isNamed || Object.hasOwn(SYNONYMS, typed)]).toEqual([line, run, true])
      }),
      { numRuns: 1_500 },
    )
  })

  test('beside a refusal it runs and writes nothing', () => {
    fc.assert(
      fc.property(worlds, lines, (world, line) => {
        if (shownProblem(readLine(line, world)) === null) return
        expect([line, enter(line, world)]).toEqual([line, { does: 'nothing' }])
      }),
      { numRuns: 1_500 },
    )
  })

  test('no part of an id, which nobody sees, finds an object', () => {
    const ids = fc.string({ unit: fc.constantFrom(...'QXZ79'), minLength: 1, maxLength: 6 })
    const kinds = fc.constantFrom<EntityKind>('monitor', 'schedule', 'webhook')
    fc.assert(
      fc.property(ids, kinds, (part, kind) => {
        const id = `${part}QXZ79QXZ79QXZ79QXZ79`.slice(0, 22)
        const { world } = exampleWorld({ focus: null, entities: () => [{ id, name: 'home', note: 'slow' }] })
        const command = commands.find((each) => each.effect === 'write' && each.args[kind] && each.of[kind] === kind)
        for (const line of [part, `${command?.words} ${part}`]) {
          const rows = suggestionsFor(line, world).flatMap(({ items }) => items)
          expect([line, rows.filter(({ label }) => label === 'home')]).toEqual([line, []])
        }
        // The whole of it does.
        expect(readLine(`${command?.words} ${id}`, world).args[kind]).toBe(id)
      }),
    )
  })

  const { world } = exampleWorld({ focus: null })
  test.each([
    ['run monitor q1', { does: 'nothing' }],
    ['run monitor chekcout', { does: 'nothing' }],
    ['run monitor chekout', { does: 'write', line: 'run monitor checkout-capture-payment', runs: false }],
    ['run monitor tax', { does: 'write', line: 'run monitor tax-lookup-soap', runs: false }],
    // Nothing is typed of the name, so none is marked.
    ['run monitor ', { does: 'nothing' }],
    ['', { does: 'nothing' }],
    ['create monitor', { does: 'write', line: 'create monitor ', runs: false }],
    // Two are called so: the line that names both asks which is meant.
    ['run monitor twi', { does: 'write', line: 'run monitor Twin', runs: false }],
    ['run monitor Twin', { does: 'nothing' }],
    ['open monitor tax', { does: 'write', line: 'open monitor tax-lookup-soap', runs: true }],
    ['twi', { does: 'write', line: 'open monitor Twin', runs: false }],
    ['run', { does: 'write', line: 'run monitor ', runs: false }],
  ] as const)('“%s”', (line, does) => {
    expect(enter(line, world)).toEqual(does)
  })
})

describe('what is selected', () => {
  const selection = { kind: 'monitor', ids: [CHECKOUT, TAX] } as const
  const { world } = exampleWorld({ focus: null, selection })

  test('is what a command without a name is about', () => {
    const [first] = suggestionsFor('run monitor', world)
    expect(first?.title).toBe('On 2 monitors')
    expect(ran('run monitor', world)).toBe('run monitor checkout-capture-payment,tax-lookup-soap')
    expect(enter('run mon', world)).toMatchObject({
      line: 'run monitor checkout-capture-payment,tax-lookup-soap',
      runs: false,
    })
  })
})

describe('what people type without knowing a phrase', () => {
  const { world } = exampleWorld({ focus: null })
  const rows = (line: string) => suggestionsFor(line, world).flatMap(({ items }) => items)

  test.each([
    ['run tax', 'run monitor tax-lookup-soap'],
    ['rnu tax', 'run monitor tax-lookup-soap'],
    ['pause partner', 'pause schedule partner-checks'],
    ['https://example.com/x?y=1', 'watch address "https://example.com/x?y=1"'],
    ['rnu', 'run monitor '],
  ])('“%s” leads to “%s”, and runs nothing yet', (typed, line) => {
    expect(rows(typed)[0]?.line).toBe(line)
    expect(enter(typed, world)).toEqual({ does: 'write', line, runs: false })
  })

  test.each([
    ['tag:checkout', 'filter monitors --tag checkout --only'],
    ['is:failing tag:crit tax', 'filter monitors --search tax --tag critical --result FAIL --only'],
    ['IS:slow', 'filter monitors --result SLOW --only'],
    ['-tag:critical is:browser', 'filter monitors --without-tag critical --type browser --only'],
    ['open project payments-api', 'open project payments-api'],
  ])('“%s” is shown by Enter', (typed, line) => {
    expect(ran(typed, world)).toBe(line)
  })

  test('an address that is monitored leads to the monitor of that very address first, and to those of its path last', () => {
    const monitors = ['https://shop.example/cart?full', 'HTTPS://Shop.example/cart/', 'http://shop.example/cart'].map(
      (address, at) => ({ id: `m${at}Yt2LmQ9sXw4RfVzA1cNe`, name: `Shop ${at}`, address }),
    )
    const shop = exampleWorld({ focus: null, entities: (kind) => (kind === 'monitor' ? monitors : []) }).world
    expect(suggestionsFor('https://shop.example/cart', shop)[0]?.items.map(({ line }) => line)).toEqual([
      'open monitor shop-1',
      'watch address https://shop.example/cart',
      'open monitor shop-0',
      'open monitor shop-2',
    ])
    // Without one of that address, Enter does not open another one's monitor.
    expect(enter('https://shop.example/cart?empty', shop)).toMatchObject({
      line: 'watch address https://shop.example/cart?empty',
      runs: false,
    })
  })
})

describe('where not all objects are loaded', () => {
  /** A project with more monitors than are loaded, of which the server has been asked for some names. */
  const large = (searched: Readonly<Record<string, 'all' | 'some'>>) =>
    exampleWorld({
      focus: null,
      // An answer of the endpoint that has more rows.
      known: ((operation: string) => (operation === 'monitor.list' ? { meta: { more: true } } : undefined)) as never,
      searched: (_, text) => searched[text] ?? null,
    }).world

  test('a name runs only once the server has said that no other one is called so', () => {
    const line = 'run monitor tax-lookup-soap'
    const reading = readLine(line, large({}))
    expect(reading.problems).toMatchObject([
      { unfinished: true, search: { kind: 'monitor', text: 'tax-lookup-soap', whole: true } },
    ])
    expect(searchOfLine(reading, large({}))).toMatchObject({ text: 'tax-lookup-soap', whole: true })
    expect(ran(line, large({}))).toBe(null)
    expect(ran(line, large({ 'tax-lookup-soap': 'all' }))).toBe(line)
    expect(readLine(line, large({ 'tax-lookup-soap': 'some' })).problems[0]?.sentence).toBe(
      'More than 1,000 monitors match tax-lookup-soap, and another may be called so: name it by its id.',
    )
    expect(readLine(line, large({ 'tax-lookup-soap': 'some' })).problems[0]?.fix).toBe(`run monitor ${TAX}`)
  })

  test('an id runs at once, and a choice that was moved to is written by its id', () => {
    expect(ran(`run monitor ${TAX}`, large({}))).toBe(`run monitor ${TAX}`)
    const rows = suggestionsFor('run monitor tax', large({})).flatMap(({ items }) => items)
    expect(rows[0]).toMatchObject({ line: `run monitor ${TAX}`, runs: true, named: 'run monitor "Tax lookup (SOAP)"' })
    expect(enter('run monitor tax', large({}))).toEqual({
      does: 'write',
      line: 'run monitor "Tax lookup (SOAP)"',
      runs: false,
    })
  })
})

test('what `undo` takes is listed at once, each with the line that undoes it', () => {
  const step = { command: 'schedule.resume', args: {}, reverse: { command: 'schedule.pause', args: {} } }
  const entry = {
    id: 'e1',
    number: 1,
    text: '“Nightly” paused',
    at: Date.parse('2026-01-05T09:58:00Z'),
    projectId: null,
    steps: [step],
    refusal: null,
  }
  const { world } = exampleWorld({ focus: null, undoable: () => ({ done: [entry], undone: [] }) })
  const [ready, entries] = suggestionsFor('undo ', world)
  expect(ready?.items).toMatchObject([{ note: '“Nightly” paused · 2 min ago' }])
  expect(entries?.items).toMatchObject([{ label: '“Nightly” paused · 2 min ago', line: 'undo --entry 1', runs: true }])
  expect(ran('undo', world)).toBe('undo')
})

test('what is marked is what Enter runs', () => {
  fc.assert(
    fc.property(worlds, lines, (world, line) => {
      const reading = readLine(line, world)
      // The list of shortcuts has a line of its own, which is shorter.
      if (!isComplete(reading) || reading.command?.id === 'console.shortcuts') return
      const groups = suggestionsFor(line, world, [], reading)
      const marked = markedIn({ reading, groups, moved: null, isRefused: false })
      expect([line, readLine(marked?.line ?? '', world).args]).toEqual([line, reading.args])
      // Tab writes the same in other words at most, such as a newer phrase.
      const tab = readLine(completed(reading, groups, marked) ?? line, world)
      expect([line, tab.command?.id, tab.args]).toEqual([line, reading.command?.id, reading.args])
    }),
    { numRuns: 1_500 },
  )
})

test('the selected rows are the first answer, where they were not named', () => {
  const selection = { kind: 'monitor', ids: [CHECKOUT, TAX] } as const
  const { world } = exampleWorld({ selection })
  expect(enter('tag monitor --tags x ', world)).toMatchObject({
    line: 'tag monitor --tags x checkout-capture-payment,tax-lookup-soap',
    runs: false,
  })
})

test('letters strewn over a name find nothing that a verb would change', () => {
  const entities = (kind: EntityKind): readonly Entity[] =>
    kind === 'schedule' ? [{ id: 's1', name: 'Default Schedule' }] : []
  const { world } = exampleWorld({ focus: null, entities })
  const rows = (line: string) => suggestionsFor(line, world, ['restore monitor nightly']).flatMap(({ items }) => items)
  expect(rows('pause all').filter(({ label }) => label === 'Default Schedule')).toEqual([])
  expect(rows('pause def')[0]?.label).toBe('Default Schedule')
  expect(rows('nightly').filter(({ line }) => line.startsWith('pause'))).toEqual([])
  // What destroys is only written, and asks.
  expect(rows('delete default schedule')[0]).toMatchObject({ line: 'delete schedule default-schedule', runs: false })
  expect(rows('delete def')[0]).toMatchObject({ line: 'delete schedule default-schedule', runs: false })
})

describe('an address without its scheme', () => {
  test.each([
    ['create monitor X shop.example/cart', 'create monitor X https://shop.example/cart'],
    ['watch address localhost:4761/json', 'watch address http://localhost:4761/json'],
    ['watch address shop.example --frequency 60', 'watch address https://shop.example --frequency 60'],
  ])('%s: Enter writes it whole, and the next one runs the line', (line, whole) => {
    const { world } = exampleWorld()
    expect(enter(line, world)).toEqual({ does: 'write', line: whole, runs: false })
    expect(enter(whole, world)).toEqual({ does: 'run' })
  })

  test.each(['watch address nothing', 'create monitor X shop.example --nonsense x'])(
    '%s: Enter guesses nothing',
    (line) => expect(enter(line, exampleWorld().world)).toEqual({ does: 'nothing' }),
  )
})
