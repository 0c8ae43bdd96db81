import { expect, test } from 'vitest'
import { mendedLine } from '../../../src/commands/core/line/mended.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { suggestionsFor } from '../../../src/commands/core/line/suggest.ts'
import { quote, tokensOf } from '../../../src/commands/core/line/tokens.ts'
import type { World } from '../../../src/commands/core/world.ts'
import { exampleWorld } from '../world.ts'

const base = exampleWorld({ focus: null }).world
const monitors = [
  { id: 'u1Yt2LmQ9sXw4RfVzA1cNe', name: 'bulk 2' },
  { id: 'u2Yt2LmQ9sXw4RfVzA1cNe', name: 'bulk 3' },
  { id: 'u3Yt2LmQ9sXw4RfVzA1cNe', name: 'Checkout' },
]
const alerts = [
  { id: 'w1Yt2LmQ9sXw4RfVzA1cNe', name: 'ops' },
  { id: 'w2Yt2LmQ9sXw4RfVzA1cNe', name: 'Mail to dev@example.com' },
]
const entities: World['entities'] = (kind) =>
  kind === 'monitor' ? monitors : kind === 'webhook' ? alerts : base.entities(kind)
const { world } = exampleWorld({ focus: null, entities })
const linesFor = (line: string) =>
  suggestionsFor(line, world).flatMap(({ items }) => items.map((item) => item.line.trim()))

test.each([
  ['watch http://x.example/a', 'watch address http://x.example/a'],
  ['monitor https://x.example', 'watch address https://x.example'],
  ['try https://x.example', 'try address https://x.example'],
  ['new monitor X', 'create monitor X'],
  ['new schedule Nightly', 'create schedule Nightly'],
  ['delete bulk 2, bulk 3', 'delete monitor bulk-2,bulk-3'],
  ['run bulk 2,"bulk 3"', 'run monitor bulk-2,bulk-3'],
  ['snooze ops 30', 'snooze alert ops 30'],
  ['snooze mail 30', 'snooze alert mail-to-dev-example-com 30'],
  ['dlete checkout', 'delete monitor checkout'],
  ['delte checkout', 'delete monitor checkout'],
])('%s is offered as %s', (typed, line) => expect(linesFor(typed)[0]).toBe(line))

test.each(['new monitor X', 'delete bulk 2, nothing', 'delete bulk 2, bulk 3'])(
  'no choice for %s is that line, or is about another kind',
  (typed) => {
    for (const line of linesFor(typed)) {
      expect(line).not.toBe(typed)
      expect(line).not.toMatch(/^delete (role|file)/)
    }
  },
)

test.each([
  ['dlete checkout', 'delete monitor checkout'],
  ['run monitor chekout', 'run monitor checkout'],
  ['rnu monitor checkout --delay 5', 'run monitor checkout --delay 5'],
  ['run monitor checkout', null],
  ['qqqqqq', null],
])('of several lines, %s is mended to %s', (line, mended) => {
  expect(mendedLine(line, world)).toBe(mended)
})

test('a word and its opposite are no slips of each other', () => {
  expect(linesFor('unpause checkout').join()).not.toMatch(/(^|,)pause/)
  expect(linesFor('unpuase checkout').join()).not.toMatch(/(^|,)pause/)
})

test('quotes of word processors are quotes at the beginning of a text, and letters within one', () => {
  const texts = (line: string) => tokensOf(line).map(({ text }) => text)
  expect(texts('run monitor “bulk 2”')).toEqual(['run', 'monitor', 'bulk 2'])
  expect(texts('run monitor „bulk 2“')).toEqual(['run', 'monitor', 'bulk 2'])
  expect(texts('run monitor --location=“a b”')).toEqual(['run', 'monitor', '--location=a b'])
  expect(texts('a“b c”')).toEqual(['a“b', 'c”'])
  expect(readLine('run monitor “bulk 2”', world).args).toEqual({ monitor: monitors[0]?.id })
  expect(readLine('run monitor “bulk 2', world).problems[0]?.fix).toBe('run monitor “bulk 2”')
  // Within a text of several words they are refused, never read as something else.
  const rename = readLine('rename monitor checkout it is “brand new”', world)
  expect(rename.problems[0]?.sentence ?? rename.args.name).toMatch(/quotes|^it is “brand new”$/)
  for (const text of ['“x” y', '“x”', '„x“', 'a“b']) expect([text, texts(quote(text))]).toEqual([text, [text]])
})
