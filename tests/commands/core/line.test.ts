import { describe, expect, test } from 'vitest'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete, shownProblem } from '../../../src/commands/core/line/reading.ts'
import { signatureOf } from '../../../src/commands/core/line/signature.ts'
import { completed, completionOf, suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import type { Entity, EntityKind } from '../../../src/commands/core/world.ts'
import { CHECKOUT, exampleWorld, TAX } from '../world.ts'

const { world } = exampleWorld()
const sayings = (line: string) => readLine(line, world).problems.map(({ sentence }) => sentence)
const mended = (line: string) => readLine(line, world).problems[0]?.fix

describe('things are named', () => {
  test.each([
    ['by their id', TAX],
    ['by their name in small letters and dashes', 'tax-lookup-soap'],
    ['by their name in quotes', '"Tax lookup (SOAP)"'],
  ])('%s', (_, text) => {
    expect(readLine(`run monitor ${text}`, world).args).toEqual({ monitor: TAX })
  })

  test('with an apostrophe, which is no quote', () => {
    const bobs: Entity = { id: 'f1Yt2LmQ9sXw4RfVzA1cNe', name: 'Bob’s API' }
    const alls: Entity = { id: 'f2Yt2LmQ9sXw4RfVzA1cNe', name: "Al's API" }
    const two = { ...world, entities: (kind: EntityKind) => (kind === 'monitor' ? [bobs, alls] : world.entities(kind)) }
    expect(readLine("run monitor al's api", two).args).toEqual({ monitor: alls.id })
    expect(readLine("rename monitor al-s-api Al's new API", two)).toMatchObject({
      args: { monitor: alls.id, name: "Al's new API" },
      problems: [],
    })
    expect(readLine("rename monitor al-s-api --name='New API'", two).args).toMatchObject({ name: 'New API' })
  })

  test('but not by a part of their name: that is completed, not guessed', () => {
    const reading = readLine('run monitor tax', world)
    expect([isComplete(reading), shownProblem(reading)]).toEqual([false, null])
    expect(completionOf(reading, suggestionsFor('run monitor tax', world))).toBe('-lookup-soap')
    expect(isComplete(readLine('run monitor tax --delay 5', world))).toBe(false)
  })

  test('and one that is named whole stays the one where another name begins like it', () => {
    const longer: Entity = { id: 'e1Yt2LmQ9sXw4RfVzA1cNe', name: 'Tax lookup (SOAP) staging' }
    const both = {
      ...world,
      entities: (kind: EntityKind) => [...(kind === 'monitor' ? [longer] : []), ...world.entities(kind)],
    }
    for (const named of ['tax-lookup-soap', 'Tax-Lookup-SOAP'])
      for (const verb of ['rename monitor', 'add condition', 'tag monitor']) {
        const line = `${verb} ${named}`
        expect(completionOf(readLine(line, both), suggestionsFor(line, both)), line).toBe(' ')
      }
  })

  test('and two of one name are told apart by their ids', () => {
    const reading = readLine('run monitor twin', world)
    expect(sayings('run monitor twin')).toEqual(['2 monitors are called twin.'])
    expect(reading.problems[0]?.instead).toEqual(['d1Yt2LmQ9sXw4RfVzA1cNe', 'd2Yt2LmQ9sXw4RfVzA1cNe'])
    // Tab chooses none of them.
    expect(reading.problems[0]?.fix).toBe(null)
    expect(suggestionsFor('run monitor twin', world)[0]?.title).toBe('Which monitor?')
  })

  test.each([
    ['run monitor Tax lookup (SOAP)', { monitor: TAX }],
    ['run monitor tax lookup (SOAP) --delay 5', { monitor: TAX, delay: 5 }],
    ['run monitor Catalogue search, Tax lookup (SOAP)', { monitor: ['c9Yt2LmQ9sXw4RfVzA1cNe', TAX] }],
    ['run monitor "Tax lookup (SOAP)", catalogue-search', { monitor: [TAX, 'c9Yt2LmQ9sXw4RfVzA1cNe'] }],
    ['run monitor tax-lookup-soap ,catalogue-search', { monitor: [TAX, 'c9Yt2LmQ9sXw4RfVzA1cNe'] }],
    ['run monitor tax-lookup-soap --location N. Virginia', { monitor: TAX, location: 'aws-use1' }],
    ['run-from monitor Tax lookup (SOAP) aws-use1', { monitor: TAX, location: 'aws-use1' }],
    [
      'create schedule Nightly --targets Catalogue search, tax-lookup-soap',
      { targets: ['c9Yt2LmQ9sXw4RfVzA1cNe', TAX] },
    ],
    ['rename monitor tax-lookup-soap A new name', { monitor: TAX, name: 'A new name' }],
    ['rename monitor Tax lookup (SOAP) A new  name', { monitor: TAX, name: 'A new  name' }],
  ])('with their spaces, and without quotes: %s', (line, args) => {
    expect(sayings(line)).toEqual([])
    expect(readLine(line, world).args).toMatchObject(args)
  })

  test('one unknown name in a list is refused by it', () => {
    expect(sayings('run monitor tax-lookup-soap, zzz')).toEqual(['No monitor is called zzz.'])
    expect(sayings('run monitor Tax lookup (SOAP), zzz, twin')).toEqual([
      'No monitor is called zzz.',
      '2 monitors are called twin.',
    ])
  })

  test('a name that is longer than another one is the longer one, unless the rest is wanted', () => {
    const entities = (kind: EntityKind): readonly Entity[] =>
      kind === 'monitor'
        ? [
            { id: 'm1', name: 'alpha' },
            { id: 'm2', name: 'alpha beta' },
          ]
        : kind === 'location'
          ? [{ id: 'beta', name: 'Beta' }]
          : []
    const two = exampleWorld({ entities }).world
    expect(readLine('run monitor alpha beta', two).args).toEqual({ monitor: 'm2' })
    expect(readLine('run-from monitor alpha beta', two).args).toEqual({ monitor: 'm1', location: 'beta' })
    expect(readLine('run-from monitor alpha', two).args).toEqual({ monitor: 'm1' })
  })

  test('the name of a copy may be forgotten its flag: Tab gives it one', () => {
    expect(mended('duplicate monitor catalogue-search New name')).toBe(
      'duplicate monitor catalogue-search --name "New name"',
    )
  })

  test('a deleted monitor too, by its name; an undo names it before its list is here', () => {
    expect(readLine('restore monitor old-orders', world).args).toEqual({ monitor: 'e1Yt2LmQ9sXw4RfVzA1cNe' })
    expect(readLine(`restore monitor ${TAX}`, world).args).toEqual({ monitor: TAX })
  })

  test('several at once, with commas', () => {
    expect(readLine('delete monitor tax-lookup-soap,catalogue-search', world).args).toEqual({
      monitor: [TAX, 'c9Yt2LmQ9sXw4RfVzA1cNe'],
    })
  })
})

describe('values', () => {
  test('of time may be written with their unit', () => {
    expect(readLine('create schedule --frequency 5m', world).args).toEqual({ frequency: 300 })
    expect(readLine('create schedule --frequency hourly', world).args).toEqual({ frequency: 'hourly' })
    expect(readLine('snooze webhook on-call 2h', world).args).toMatchObject({ minutes: 120 })
  })
  test('of yes and no are flags', () => {
    expect(readLine('create schedule --enabled', world).args).toEqual({ enabled: true })
    expect(readLine('create schedule --no-enabled', world).args).toEqual({ enabled: false })
    expect(readLine('create schedule --enabled off', world).args).toEqual({ enabled: false })
  })
  test('of nothing at all are flags too, where nothing is a value', () => {
    expect(readLine('change webhook on-call --no-monitor-id', world).args).toMatchObject({ monitor_id: null })
  })
  test('with names are pairs, and keep their order and their doubles', () => {
    const { args } = readLine('change monitor tax-lookup-soap --headers A=1 --headers "B C"=2 --headers A=3', world)
    expect(args.headers).toEqual([
      { key: 'A', value: '1' },
      { key: 'B C', value: '2' },
      { key: 'A', value: '3' },
    ])
  })
  test('in quotes are texts: `"3"` is no number where both will do', () => {
    expect(readLine('change webhook on-call --fails-in-a-row "3"', world).args.fails_in_a_row).toBe('3')
    expect(readLine('change webhook on-call --fails-in-a-row 3', world).args.fails_in_a_row).toBe(3)
  })
})

describe('what is wrong is said in a sentence, and mended where that is possible', () => {
  test.each([
    [
      'run monitor tax-lookup-soap --location aws-use9',
      'No location is called aws-use9.',
      'run monitor tax-lookup-soap --location aws-use1',
    ],
    [
      'run monitor tax-lookup-soap --locatoin aws-use1',
      '“run monitor” has no --locatoin.',
      'run monitor tax-lookup-soap --location aws-use1',
    ],
    [
      'run monitor tax-lookup-soap --delay soon',
      '--delay takes a whole number of seconds from 0 to 86,400, or a time such as 15m or 2h, not soon.',
      null,
    ],
    [
      'run monitor tax-lookup-soap --delay 90000',
      '--delay takes a whole number of seconds from 0 to 86,400, or a time such as 15m or 2h, not 90000.',
      null,
    ],
    ['set theme drak', 'Theme takes dark, light or system, not drak.', 'set theme dark'],
    ['run monitor tax-lookup-soap --delay 1 --delay 2', '--delay is given twice.', null],
    ['run monitor tax-lookup-soap --set A', '--set takes NAME=value, not A.', null],
    ['set theme dark light', 'Unexpected word “light”.', null],
    ['run monitor tax-lookup-soap --delay --location aws-use1', '--delay needs a value.', null],
    ['frobnicate --hard', 'Unknown command.', null],
    ['rn monitor tax-lookup-soap --delay 5', 'Unknown command “rn monitor”.', 'run monitor tax-lookup-soap --delay 5'],
    [
      'change monitor tax-lookup-soap --timeout 5 --name X',
      '“change monitor” has no --timeout.',
      'change monitor tax-lookup-soap --timeout-seconds 5 --name X',
    ],
  ])('%s', (line, sentence, fix) => {
    expect([sayings(line)[0], mended(line)]).toEqual([sentence, fix])
    expect(isComplete(readLine(line, world))).toBe(false)
  })

  test('at once, where nothing that exists begins so', () => {
    const reading = readLine('run monitor tax-lookup-soap --location mars', world)
    expect(shownProblem(reading)?.sentence).toBe('No location is called mars.')
    expect(shownProblem(readLine('run monitor tax-lookup-soap --location orego', world))).toBe(null)
    expect(shownProblem(readLine('run monitor chk', world))).toBe(null)
  })

  test('rights that are lacking, too', () => {
    const viewer = exampleWorld({ project: { id: 'p', name: 'Payments API', level: 'VIEWER' } }).world
    const reading = readLine('run monitor tax-lookup-soap', viewer)
    expect(shownProblem(reading)?.sentence).toBe('Your access level in “Payments API”, VIEWER, does not allow this.')
  })

  test('a change that changes nothing is not complete', () => {
    expect(isComplete(readLine('change monitor tax-lookup-soap', world))).toBe(false)
    expect(isComplete(readLine('change monitor tax-lookup-soap --name X', world))).toBe(true)
  })
})

describe('a time', () => {
  const berlin = exampleWorld({ preferences: { ...world.preferences, timeZone: 'Europe/Berlin' } }).world
  const shown = (line: string) => suggestionsFor(line, berlin).flatMap(({ items }) => items.map(({ end }) => end))

  test('is shown as the reader’s clock will show it, before the line runs', () => {
    expect(shown('snooze-until alert on-call tomorrow 9')[0]).toBe('Tue 6 Jan 2026, 09:00 Europe/Berlin')
    expect(shown('snooze-until alert on-call "tomorrow 9"')[0]).toBe('Tue 6 Jan 2026, 09:00 Europe/Berlin')
  })
  test('needs no quotes', () => {
    const reading = readLine('snooze-until alert on-call tomorrow 9', berlin)
    expect([reading.args.until, isComplete(reading)]).toEqual(['tomorrow 9', true])
  })
  test('that is over, or none, is a mistake before the line runs', () => {
    const reading = readLine('snooze-until alert on-call 2020-01-01 09:00', berlin)
    expect([isComplete(reading), reading.problems[0]?.sentence]).toEqual([
      false,
      '“2020-01-01 09:00” is not a future time. Use 14:30, tomorrow 9, mon 8:00 or 2026-01-05 10:00.',
    ])
  })
})

test('the signature shows what is given without brackets, and where the caret is', () => {
  const reading = readLine('run monitor tax-lookup-soap --location aws', world)
  const parts = reading.command ? signatureOf(reading.command, reading) : []
  expect(parts.map(({ text }) => text).join(' ')).toBe(
    'run monitor <monitor> --location <id> [--delay <s>] [--set NAME=value] [--secret <text>]',
  )
  expect(parts.find(({ current }) => current)?.text).toBe('--location <id>')
})

describe('suggestions', () => {
  const titles = (line: string, recent: readonly string[] = []) =>
    suggestionsFor(line, world, recent).map(({ title }) => title)
  const lines = (line: string) => suggestionsFor(line, world).flatMap(({ items }) => items.map((each) => each.line))

  test('begin with what can be done on the row, then lines given before, commands and places', () => {
    expect(titles('', ['set theme dark'])).toEqual([
      'On this monitor: Checkout · capture payment',
      'Recent',
      'Commands',
      'Go to',
    ])
  })
  test('a deed on the row is ready to run with its row', () => {
    const [first] = suggestionsFor('run', world)[0]?.items ?? []
    expect([first?.line, first?.runs]).toEqual(['run monitor checkout-capture-payment', true])
  })
  test('for the selected rows are one line', () => {
    const selecting = exampleWorld({ selection: { kind: 'monitor', ids: [CHECKOUT, TAX] } }).world
    const [group] = suggestionsFor('delete', selecting)
    expect(group?.title).toBe('On 2 monitors')
    expect(group?.items[0]?.line).toBe('delete monitor checkout-capture-payment,tax-lookup-soap')
  })
  test('find a command by its letters, and in any order of its words', () => {
    expect(lines('monitor run')).toContain('run monitor ')
    expect(lines('dup')).toContain('duplicate monitor ')
    for (const line of ['latency conditions', 'conditions latency']) expect(lines(line)).toContain('open conditions')
    expect(lines('conditions header')).toContain('open header-conditions')
  })
  test('name a screen by its title, never by its id', () => {
    const named = ['token', 'wizard', 'edit', 'open m'].flatMap((line) =>
      suggestionsFor(line, world).flatMap(({ items }) => items.map(({ label }) => label)),
    )
    expect(named).toContain('Get a token')
    expect(named.filter((label) => /^open \S*-/i.test(label))).toEqual([])
  })
  test('of what writes are found by the beginnings of words, never by letters strewn over others', () => {
    const offered = (line: string) => suggestionsFor(line, world).flatMap(({ items }) => items.map(({ id }) => id))
    expect(offered('help')).not.toContain('account.clear-default-project')
    expect(offered('demo')).not.toContain('monitor.remove')
    expect(offered('mon del')).not.toContain('monitor.remove')
    expect(offered('delete mon')).toContain('monitor.remove')
  })
  test('know other words for a thing', () => {
    const first = (line: string) => suggestionsFor(line, world)[0]?.items[0]
    expect(first('help')).toMatchObject({ label: 'Keyboard shortcuts', line: '?' })
    expect(first('logout')).toMatchObject({ line: 'sign out', runs: true })
    expect(first('dark')).toMatchObject({ line: 'set theme dark', runs: true })
    expect(first('dar')).toMatchObject({ line: 'set theme dark', runs: false })
    expect(first('failing')).toMatchObject({ line: 'filter monitors --result FAIL', runs: true })
  })
  test('say what a misspelled verb may mean, and run nothing', () => {
    const [group] = suggestionsFor('rn monitor', world)
    expect(group?.title).toBe('Did you mean')
    expect(group?.items[0]).toMatchObject({ label: 'Run monitor', line: 'run monitor ', runs: false })
  })
  test('name a command once: “Run monitor”, not “Run monitor monitor”', () => {
    const named = suggestionsFor('run mon', exampleWorld({ focus: null }).world).flatMap(({ items }) => items)
    expect(named.find(({ id }) => id === 'monitor.run')).toMatchObject({ label: 'Run monitor', note: '' })
  })
  test('find a thing by its name, to go to it', () => {
    expect(lines('catalogue')).toContain('open monitor catalogue-search')
  })
  test('do not offer what the level does not allow', () => {
    const viewer = exampleWorld({ project: { id: 'p', name: 'P', level: 'VIEWER' } }).world
    const offered = suggestionsFor('monitor', viewer).flatMap(({ items }) => items.map(({ id }) => id))
    expect(offered).not.toContain('monitor.remove')
    expect(offered).toContain('open.monitors')
  })
  test('for an argument name what it may be, and choosing the last one runs', () => {
    const [group] = suggestionsFor('run-from monitor tax-lookup-soap ', world)
    expect([group?.title, group?.items.length]).toEqual(['Location', 3])
    expect(group?.items[0]).toMatchObject({ line: 'run-from monitor tax-lookup-soap aws-use1', runs: true })
  })
  test('put the locations of the monitor’s schedule first', () => {
    const scheduled = exampleWorld({
      known: ((name: string) =>
        name === 'schedule.list' ? { data: [{ targets: [TAX], locations: ['aws-euc1'] }] } : undefined) as never,
    }).world
    const groups = suggestionsFor('run-from monitor tax-lookup-soap ', scheduled)
    expect(groups.map(({ title }) => title)).toEqual(['On this monitor’s schedule', 'Other locations'])
    expect(groups[0]?.items.map(({ label }) => label)).toEqual(['Frankfurt'])
  })
  test('after a whole command are its flags', () => {
    expect(titles('run monitor tax-lookup-soap ')).toEqual(['Ready', 'Options'])
    const line = 'run monitor tax-lookup-soap --lo'
    expect(completionOf(readLine(line, world), suggestionsFor(line, world))).toBe('cation ')
  })
  test('Tab mends what is wrong before it completes anything', () => {
    const line = 'run monitor tax-lookup-soap --location aws-use9'
    const groups = suggestionsFor(line, world)
    expect(completed(readLine(line, world), groups, null)).toBe('run monitor tax-lookup-soap --location aws-use1')
    expect(groups.map(({ title }) => title)).toEqual(['Closest locations'])
    expect(groups[0]?.items.some(({ runs }) => runs)).toBe(false)
  })
})
