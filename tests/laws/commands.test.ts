import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argumentsOf, bulkArgumentOf } from '../../src/commands/core/argument.ts'
import { type Command, command, phrasesOf } from '../../src/commands/core/command.ts'
import { readLine } from '../../src/commands/core/line/read.ts'
import { readValue } from '../../src/commands/core/line/read-value.ts'
import { shapeOf } from '../../src/commands/core/line/value-shape.ts'
import { writeLine } from '../../src/commands/core/line/write.ts'
import { navigationCommands } from '../../src/commands/core/navigation.ts'
import type { Entity, World } from '../../src/commands/core/world.ts'
import { commandById, commands, withoutClashes } from '../../src/commands/registry.ts'
import { routes } from '../../src/commands/routes.ts'
import { signedOutCommands } from '../../src/commands/signed-out.ts'
import { nameOfWork, served } from '../../src/contract/aliases.ts'
import { contract, type EndpointName } from '../../src/contract/contract.ts'
import { resultId } from '../../src/domain/results/result-id.ts'
import { exampleWorld } from '../commands/world.ts'
import { codeIn, home } from '../support/sources.ts'

const names = Object.keys(contract) as EndpointName[]
const written = new Set(commands.flatMap(({ writes = [] }) => writes))

test('whatever a person may change through the API, a command changes', () => {
  // An alias changes what its endpoint changes, so the command of that endpoint is its command too.
  const forPersons = Object.keys(served).filter(
    (name) => served[name]?.effect !== 'read' && served[name]?.for === 'person',
  )
  expect(forPersons.filter((name) => !(written as ReadonlySet<string>).has(nameOfWork(name)))).toEqual([])
})

test('commands name only endpoints that write', () => {
  expect([...written].filter((name) => !names.includes(name) || contract[name].effect === 'read')).toEqual([])
})

test('a command that writes says so, and needs no less than its endpoints', () => {
  for (const { id, effect, writes = [], needs, publicToo } of commands) {
    for (const name of writes) {
      const { access } = contract[name]
      expect([id, name, effect === 'read']).toEqual([id, name, false])
      const isOfProject = !['public', 'account', 'site', 'organization', 'agent'].includes(access)
      expect([id, name, isOfProject ? needs : undefined]).toEqual([id, name, isOfProject ? access : undefined])
      if (access !== 'public') expect([id, publicToo ?? false]).toEqual([id, false])
    }
  }
})

/** Screens that nobody opens by name, and why. */
const notOpened: Readonly<Record<string, string>> = {
  'sign-out': 'the command `sign out` leads there',
  'set-up': 'its address is a secret that the server prints once',
  interaction: 'the identity provider leads there',
  'new-password': 'its address comes by mail',
  invitation: 'its address comes by mail, or is handed on',
  'verify-address': 'its address comes by mail',
  'change-address': 'its address comes by mail',
  'federated-callback': 'the provider leads there',
  'provider-callback': 'the provider leads there',
  unsubscribe: 'its address comes by mail',
  'confirm-recipient': 'its address comes by mail',
  acknowledge: 'its address comes with the message of an alert',
  external: 'links in texts lead there',
  connect: 'an application that asks for a connection opens it',
  'token-callback': 'the provider leads there',
  'setting-callback': 'the provider leads there',
  'integration-onboarding': 'the commands `connect integration` and `reconnect integration` lead there',
  'integration-complete': 'connecting an integration leads there',
  'site-project': 'the list of all projects leads there',
  'site-organization': 'the list of all organizations leads there',
  'report-graph': 'the command `show report-graph` leads there',
  'public-report': 'its address is a secret that is shared',
  'public-incident': 'the command `show public-incident` leads there',
  'monitor-insights-period': 'the commands for an earlier and a later period lead there',
}

test('every screen is opened by a command, or by something else for a reason', () => {
  const opened = Object.keys(routes).filter((name) => commandById(`open.${name}`) !== null)
  const all = [...opened, ...Object.keys(notOpened)].sort()
  expect(all).toEqual(Object.keys(routes).sort())
})

describe('no two commands', () => {
  const one = command({ id: 'a.one', words: 'one', title: 'One', args: {}, keys: 'a', keyScope: 'list', run() {} })
  const other = command({ id: 'a.two', words: 'two', title: 'Two', args: {}, run() {} })

  test('have one id', () => {
    expect(() => withoutClashes([one, { ...other, id: 'a.one' }])).toThrow('share the id a.one')
  })
  test('have one phrase', () => {
    expect(() => withoutClashes([one, { ...other, words: 'one' }])).toThrow('share the words “one”')
    expect(() => withoutClashes([one, { ...other, aliases: ['one'] }])).toThrow('share the words “one”')
  })
  test('answer one key in the same place', () => {
    expect(() => withoutClashes([one, { ...other, keys: 'a' }])).toThrow('share the key a')
    expect(() => withoutClashes([one, { ...other, keys: 'b', alsoKeys: ['a'], keyScope: 'object' }])).toThrow()
    // The form of an object is there with the object.
    expect(() => withoutClashes([one, { ...other, keys: 'a', keyScope: 'form' }])).toThrow()
    expect(() => withoutClashes([one, { ...other, keys: 'a', keyScope: 'form', keysOn: 'home' }])).not.toThrow()
  })
  test('begin alike, where the shorter takes answers: the rest of the longer would be one', () => {
    const pairs = commands.flatMap((short) =>
      commands
        .filter((long) => phrasesOf(long).some((one) => phrasesOf(short).some((two) => one.startsWith(`${two} `))))
        .map((long) => [short, long] as const),
    )
    expect(pairs.filter(([short]) => argumentsOf(short).length > 0).map(([a, b]) => [a.words, b.words])).toEqual([])
  })
  test('are all of the registry', () => {
    expect(() => withoutClashes(commands)).not.toThrow()
  })
})

test('a command is named as its kind and its deed, and typed in small letters', () => {
  for (const each of commands) {
    expect(each.id).toMatch(/^[a-z-]+\.[a-z-]+$/)
    for (const phrase of phrasesOf(each)) expect(phrase).toMatch(/^[a-z]+(?:-[a-z]+)*(?: [a-z]+(?:-[a-z]+)*)*$/)
  }
})

test('an older phrase reads back as its command, and so does an older flag', () => {
  const { world } = exampleWorld()
  const older = commands.flatMap((each) => (each.aliases ?? []).map((alias) => [alias, each.id] as const))
  expect(older.length).toBeGreaterThan(0)
  for (const [alias, id] of older) expect([alias, readLine(`${alias} `, world).command?.id]).toEqual([alias, id])
  const [before, now] = ['--webhook', '--alert'].map(
    (flag) => readLine(`open notification 7c ${flag} on-call`, world).args,
  )
  expect(before).toMatchObject({ webhook: 'w1Yt2LmQ9sXw4RfVzA1cNe' })
  expect(before).toEqual(now)
})

test('every argument has words that ask for it', () => {
  const silent = commands.flatMap((each) =>
    argumentsOf(each)
      .filter(({ prompt }) => !prompt?.endsWith('?'))
      .map(({ key }) => `${each.id}: ${key}`),
  )
  expect(silent).toEqual([])
})

test('every argument’s definition can be read in a line', () => {
  for (const each of commands) for (const argument of argumentsOf(each)) expect(shapeOf(argument).kind).toBeTruthy()
})

test('what is said in the line of an undo is a command', () => {
  const { world } = exampleWorld()
  for (const each of commands) {
    if (typeof each.undo !== 'function') continue
    const undo = each.undo(
      Object.fromEntries(argumentsOf(each).map(({ key }) => [key, key === 'tags' ? ['a'] : 'x'])),
      world,
    )
    if (undo) expect([each.id, commandById(undo.id) !== null]).toEqual([each.id, true])
  }
})

describe('a line says what was meant', () => {
  const awkward = fc.constantFrom(
    '',
    ' ',
    '"',
    "'",
    '\\',
    ',',
    '=',
    '--',
    '-',
    'é',
    '日本',
    '🙂',
    '#',
    'a',
    'B',
    '7',
    '.',
  )
  const text = fc.array(awkward, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('') || 'x')
  const list = fc.uniqueArray(
    text.filter((each) => each !== ''),
    { minLength: 1, maxLength: 4 },
  )

  const result = fc
    .record({
      target: fc.nat(),
      location: fc.nat(9),
      source: fc.integer({ max: 9 }),
      dueMs: fc.nat(),
      attempt: fc.nat(9),
    })
    .map(resultId)

  /** Things with awkward names, some of them twice. */
  const entities: fc.Arbitrary<readonly Entity[]> = fc
    .array(text, { minLength: 1, maxLength: 6 })
    .map((all) => all.map((name, index) => ({ id: `${index}Yt2LmQ9sXw4RfVzA1cNe`, name })))

  const valueFor = (command: Command, key: string, all: readonly Entity[]): fc.Arbitrary<unknown> => {
    const argument = argumentsOf(command).find((each) => each.key === key)
    if (!argument) throw new Error(key)
    if (argument.isTime) return fc.constantFrom('14:30', 'tomorrow 9', 'mon 8:00', '2027-01-05 10:00')
    const shape = shapeOf(argument)
    const id = fc.constantFrom(...all.map((each) => each.id))
    const ofKind =
      argument.kind === 'tag'
        ? text
        : argument.kind === 'result'
          ? result
          : argument.kind || argument.objects
            ? id
            : null
    const choice = shape.choices.length > 0 ? fc.constantFrom(...shape.choices) : null
    const { least, most, integer } = shape.number ?? { least: null, most: null, integer: true }
    const [min, max] = [least ?? 0, Math.min(most ?? 1e9, 1e9)]
    const number = integer ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
    switch (shape.kind) {
      case 'boolean':
        return fc.boolean()
      case 'number':
        return number
      case 'list':
        return ofKind
          ? fc.uniqueArray(ofKind, { minLength: 1, maxLength: 4 })
          : choice
            ? fc.uniqueArray(choice, { minLength: 1 })
            : list
      case 'pairs':
        return fc.array(fc.record({ key: text, value: text }), { minLength: 1, maxLength: 3 })
      case 'map':
        return fc.dictionary(text, text, { minKeys: 1, maxKeys: 3 })
      case 'text':
        return (
          ofKind ??
          (shape.text
            ? shape.number
              ? fc.oneof(number, text)
              : text
            : choice
              ? shape.number
                ? fc.oneof(number, choice)
                : choice
              : text)
        )
    }
  }

  test.each(commands.map((each) => [each.id, each] as const))('%s', (_, each) => {
    const property = fc.property(
      entities.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.record(Object.fromEntries(argumentsOf(each).map(({ key }) => [key, valueFor(each, key, all)])), {
            requiredKeys: argumentsOf(each)
              .filter(({ required }) => required)
              .map(({ key }) => key),
          }),
        ),
      ),
      ([all, args]) => {
        const world: World = exampleWorld({ entities: () => all }).world
        const fitting = fits(each, args)
        const line = writeLine(each, fitting, world)
        const reading = readLine(line, world)
        expect({ line, id: reading.command?.id, args: reading.args }).toEqual({ line, id: each.id, args: fitting })
      },
    )
    fc.assert(property, { numRuns: 40 })
  })

  /** What the definitions let through: texts that are too short, or of another form, mean nothing anyway. */
  const fits = (each: Command, args: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(args).filter(([key, value]) => value !== undefined && isOf(each, key, value)))

  const isOf = (each: Command, key: string, value: unknown): boolean => {
    const argument = argumentsOf(each).find((one) => one.key === key)
    return argument !== undefined && shapeOf(argument).problemOf(value) === null
  }

  test('for several things at once', () => {
    const { world } = exampleWorld()
    const ids = world.entities('monitor').map(({ id }) => id)
    for (const each of commands) {
      if (bulkArgumentOf(each)?.kind !== 'monitor') continue
      const key = bulkArgumentOf(each)?.key ?? ''
      const reading = readLine(writeLine(each, { [key]: ids }, world), world)
      expect([each.id, reading.args[key]]).toEqual([each.id, ids])
    }
  })
})

describe('views act by commands alone', () => {
  const views = codeIn('src/views')
  const textOf = (file: string): string => readFileSync(join(home, file), 'utf8')

  const named = views.flatMap((file) =>
    [...textOf(file).matchAll(/\bcommand(?:=|: )["']([\w.-]+\.[\w-]+)["']|\bperform\(["']([\w.-]+\.[\w-]+)["']/g)].map(
      ([, attribute, call]) => ({ file, id: attribute ?? call ?? '' }),
    ),
  )

  test('every command that a view names is there', () => {
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ id }) => commandById(id) === null)).toEqual([])
  })

  test('screens of the front door name its commands only, since they are drawn before all others are here', () => {
    const optimisticUpdates = new Set([...signedOutCommands, ...navigationCommands].map(({ id }) => id))
    const ofTheFrontDoor = /^src\/views\/(identity\/|kit\/front\/|shell\/FrontPage|app\/(Boundary|Frame|LazyScreen))/
    const there = named.filter(({ file }) => ofTheFrontDoor.test(file))
    expect(there.length).toBeGreaterThan(0)
    // Projects are listed, and may fail to, only once somebody is in.
    expect(there.filter(({ id }) => !optimisticUpdates.has(id) && id !== 'project.retry')).toEqual([])
  })

  /** Where buttons and presses may stand, and why. */
  const allowed: Readonly<Record<string, string>> = {
    'src/views/parts/': 'parts are what buttons are made of',
    'src/views/console/': 'the console is where commands are given',
    'src/views/kit/chart/Plot.tsx':
      'Plotly tells by a property of that name which point was pressed; the chart’s caller gives the command',
  }

  test('no view has a button of its own', () => {
    const own = views
      .filter((file) => !Object.keys(allowed).some((folder) => file.startsWith(folder)))
      .filter((file) => /<button\b|\bonClick=/.test(textOf(file)))
    expect(own).toEqual([])
  })
})

test('whatever an argument offers to choose is a value that it takes', () => {
  const { world } = exampleWorld()
  for (const command of commands)
    for (const argument of argumentsOf(command)) {
      const shape = shapeOf(argument)
      // Yes and no are read with their flags.
      if (shape.kind === 'boolean') continue
      for (const { value } of argument.choices?.(world) ?? []) {
        const read = readValue(value, false, shape, { argument, args: {}, world, last: false })
        const taken =
          'value' in read ? shape.problemOf(shape.kind === 'list' ? [read.value] : read.value) : read.sentence
        expect([command.id, argument.key, value, taken]).toEqual([command.id, argument.key, value, null])
      }
    }
})
