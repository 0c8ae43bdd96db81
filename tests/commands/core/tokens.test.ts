import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf } from '../../../src/cli/line-of-words.ts'
import { historyLine } from '../../../src/commands/core/line/history-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { quote, tokensOf } from '../../../src/commands/core/line/tokens.ts'
import { writeLine } from '../../../src/commands/core/line/write.ts'
import { commandById } from '../../../src/commands/registry.ts'
import { exampleWorld } from '../world.ts'

const { world } = exampleWorld({ focus: null })
const texts = (line: string) => tokensOf(line).map(({ text }) => text)

test.each([
  ['--body {"a":1}', ['--body', '{"a":1}']],
  ['--body={"a": "x, y"} --method POST', ['--body={"a": "x, y"}', '--method', 'POST']],
  ['[{"a":1}, {"b":"c d"}] next', ['[{"a":1}, {"b":"c d"}]', 'next']],
  ['{{ NAME }}/path x', ['{{ NAME }}/path', 'x']],
  ['{"a": 1', ['{"a":', '1']],
  ['"id":5', ['"id":5']],
  ['X-Q=a"b"c', ['X-Q=a"b"c']],
  ['X-Q="a b" Y=\'c d\'', ['X-Q=a b', 'Y=c d']],
  ['5" screen', ['5"', 'screen']],
  ['a"b c"d', ['a"b', 'c"d']],
  ['\\d{3}-\\w+ C:\\temp', ['\\d{3}-\\w+', 'C:\\temp']],
  ['a\\ b c\\,d \\"e\\"', ['a b', 'c,d', '"e"']],
  ['"a \\"b\\" \\d \\\\"', ['a "b" \\d \\']],
  ["Bob's 'own API'", ["Bob's", 'own API']],
])('the line %s says %j', (line, says) => {
  expect(texts(line)).toEqual(says)
})

test.each(['"X-Note=a b"', 'X-Note="a b"', "'X-Note=a b'"])('%s names a header and its value', (pair) => {
  const { args, problems } = readLine(`create monitor Shop http://localhost/ --headers ${pair}`, world)
  expect([problems, args.headers]).toEqual([[], [{ key: 'X-Note', value: 'a b' }]])
})

test('two quotes empty a list of headers, as they empty any list', () => {
  const { args, problems } = readLine('create monitor Shop http://localhost/ --headers "" --tags ""', world)
  expect([problems, args.headers, args.tags]).toEqual([[], [], []])
})

test('JSON is a value as it stands, whatever it says', () => {
  const value = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }),
    fc.array(fc.object({ maxDepth: 1 })),
  )
  fc.assert(
    fc.property(value, fc.constantFrom(0, 1), (json, indent) => {
      // A line has no line breaks.
      const text = JSON.stringify(json, null, indent).replaceAll('\n', ' ')
      const reading = readLine(`create monitor Shop http://localhost/ --body ${text} --method POST`, world)
      expect([reading.problems, reading.args.body, reading.args.method]).toEqual([[], text, 'POST'])
    }),
  )
})

test('a text is read as it was written: what a regular expression, a path or a body is made of is no quote and no escape', () => {
  const piece = fc.constantFrom('\\d', '\\w+', '\\.', '\\b', '"', "'", '{', '}', ':', '(', ')', 'a', '7', '-', '/', '|')
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => `x${parts.join('')}`)
  fc.assert(
    fc.property(text, (one) => {
      expect(texts(one)).toEqual([one.replaceAll(/\\(["'])/g, '$1')])
    }),
  )
})

test('any text in quotes, and any word of a shell, is one token that says it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      expect(texts(quote(text))).toEqual([text])
      expect(texts(lineOf(['--', text]))).toEqual([text])
      if (!text.startsWith('-')) expect(texts(lineOf([text]))).toEqual([text])
    }),
  )
})

test.each([
  'create monitor Shop "https://shop.example.com/?api_key=abc"',
  'create monitor Shop https://shop.example.com/?page=1&access_token=abc',
  'try address https://shop.example.com/#token=abc',
  'watch address https://shop.example.com/login;password=abc',
  'create webhook Ops https://hooks.example.com/in?token=abc',
  'create monitor Shop https://shop.example.com/ --headers X-Api-Key=abc',
])('a line that spells out a secret is not remembered: %s', (line) => {
  expect(historyLine(line, world)).toBeNull()
})

test.each([
  'create monitor Shop https://shop.example.com/?api_key={{ KEY }}',
  'try address https://shop.example.com/?key=1',
])('a line without a secret is remembered: %s', (line) => {
  expect(historyLine(line, world)).not.toBeNull()
})

test('names with a comma that may be several names are refused, and quotes say which are meant', () => {
  const twins = ['Alpha', 'Beta', 'Alpha, Beta'].map((name, at) => ({ id: `c${at}Yt2LmQ9sXw4RfVzA1cNe`, name }))
  const among = exampleWorld({ focus: null, entities: (kind) => (kind === 'monitor' ? twins : []) }).world
  const read = (line: string) => readLine(line, among)
  for (const line of ['run monitor Alpha, Beta', 'tag monitor alpha, beta --tags x']) {
    const { problems } = read(line)
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^“alpha, beta” may be one name or 2: put quotes around each name\.$/i),
    ])
    expect(problems[0]?.instead.map((each) => each.toLowerCase())).toEqual(['"alpha","beta"', '"alpha, beta"'])
  }
  const [alpha, beta, both] = twins.map(({ id }) => id)
  expect(read('run monitor "Alpha","Beta"')).toMatchObject({ problems: [], args: { monitor: [alpha, beta] } })
  expect(read('run monitor "Alpha, Beta"')).toMatchObject({ problems: [], args: { monitor: both } })
  expect(read('run monitor Beta,Alpha')).toMatchObject({ problems: [], args: { monitor: [beta, alpha] } })
})

test.each([[['B', '-']], [['a', 'b']], [['B,-', 'a']], [['a,b']]])(
  'a list reads back as it was written where a name has its commas: %j',
  (tags) => {
    const known = ['B,-', 'a,b', 'B'].map((name) => ({ id: name, name }))
    const among = exampleWorld({ focus: null, entities: (kind) => (kind === 'tag' ? known : []) }).world
    const command = commandById('monitor.create')
    if (!command) throw new Error('There is no such command.')
    const args = { name: 'Shop', url: 'http://localhost/', tags }
    const line = writeLine(command, args, among)
    expect([line, readLine(line, among).args]).toEqual([line, args])
  },
)
