import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf } from '../../../src/cli/line-of-words.ts'
import { watchWords } from '../../../src/cli/watch-words.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { quote } from '../../../src/commands/core/line/tokens.ts'
import { headlessCommands } from '../../../src/commands/headless/book.ts'
import { exampleWorld } from '../world.ts'

const { world: example } = exampleWorld()
const called = (names: readonly string[]): typeof example => ({
  ...example,
  entities: (kind) => (kind === 'monitor' ? names.map((name) => ({ kind, id: name, name })) : []),
})
const SHOP = called(['Check out', 'Log in', 'Orders, EU', "Bob's API"])

/** The arguments of a line that a shell has taken apart. */
const read = (words: readonly string[], world = SHOP) => {
  const { args, problems } = readLine(lineOf(words), world, headlessCommands)
  expect(problems).toEqual([])
  return args
}

test('names with spaces have commas between them, in a flag as by their place', () => {
  expect(read(['run', 'monitor', 'Check out,Log in'])).toEqual({ monitor: ['Check out', 'Log in'] })
  expect(read(['run', 'monitor', "Check out, Bob's API"])).toEqual({ monitor: ['Check out', "Bob's API"] })
  expect(read(['tag', 'monitor', 'Check out', '--tags', 'a b, c'])).toEqual({
    monitor: 'Check out',
    tags: ['a b', 'c'],
  })
  expect(read(['tag', 'monitor', 'Check out', '--tags=a b,c'])).toEqual({ monitor: 'Check out', tags: ['a b', 'c'] })
  expect(read(['create', 'schedule', 'Nightly', '--targets', 'Check out,Log in'])).toMatchObject({
    targets: ['Check out', 'Log in'],
  })
})

test('a name with a comma is one where it is all of the word, or in quotes', () => {
  expect(read(['run', 'monitor', 'Orders, EU'])).toEqual({ monitor: 'Orders, EU' })
  expect(read(['run', 'monitor', '"Orders, EU",Log in'])).toEqual({ monitor: ['Orders, EU', 'Log in'] })
  expect(read(['tag', 'monitor', 'Log in', '--tags', '"a, b",c', '--tags', 'd e'])).toEqual({
    monitor: 'Log in',
    tags: ['a, b', 'c', 'd e'],
  })
})

test('a text is one value, whatever commas and quotes it has', () => {
  for (const text of ['Hello, world', '"a","b"', '{"a": 1, "b": 2}', 'a,b', 'say "x", y'])
    expect(read(['rename', 'monitor', 'Log in', text])).toEqual({ monitor: 'Log in', name: text })
})

test('a list of the console is the same list in one word of a shell', () => {
  const name = fc.string({ unit: fc.constantFrom(...'ab,"\\ \'='), minLength: 1, maxLength: 6 })
  const names = fc.uniqueArray(
    name.filter((text) => text.trim() === text && text !== ''),
    { minLength: 2, maxLength: 4 },
  )
  fc.assert(
    fc.property(names, (all) => {
      const list = all.map((each) => quote(each)).join(',')
      const line = `tag monitor "Log in" ${list}`
      const { args } = readLine(line, SHOP, headlessCommands)
      expect(read(['tag', 'monitor', 'Log in', list])).toEqual({ ...args })
      expect(args.tags).toEqual(all)
    }),
  )
})

test('watch takes the same lists', () => {
  expect(watchWords(['Check out,Log in', '"Orders, EU"', '--', 'a,b']).names).toEqual([
    'Check out',
    'Log in',
    'Orders, EU',
    'a,b',
  ])
})
