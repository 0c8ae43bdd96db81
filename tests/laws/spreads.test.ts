import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeIn, home } from '../support/sources.ts'

/**
 * A list that is spread into the arguments of a call goes onto the stack, item by item: some 120 000 overflow it. Whatever list somebody
 * outside may make long is walked instead (`for`, `concat`, `src/domain/core/extremes.ts`). Spread is what is short, for the reason given.
 */
const short: Readonly<Record<string, string>> = {
  'src/agent/browser/run-network.ts this.lookups.push': 'cut to what is remembered',
  'src/agent/browser/vitals.ts found.push':
    'what a browser has measured of one page since it was last asked, on the stack of that page',
  'src/agent/runner/exchange.ts handle': 'what Node gives a handler of an event of a socket',
  'src/agent/runner/http2-exchange.ts handle': 'what Node gives a handler of an event of a stream',
  'src/domain/conditions/pattern-size.ts Math.max': 'the two bounds of a repetition',
  'src/agent/server/server-clock.ts Math.min': 'a fixed number of samples is kept',
  'src/agent/server/server-clock.ts Math.max': 'a fixed number of samples is kept',
  'src/agent/work/recent-lag.ts Math.max': 'a fixed number of parts of a minute',
  'src/browser/client.ts rows.push': 'a page of the server, of 1 000 rows at most',
  'src/commands/core/line/choose.ts Math.max': 'the console’s groups, and what it shows of each',
  'src/commands/core/line/phrase.ts Math.max': 'the commands of the product',
  'src/domain/agents/countries.ts String.fromCodePoint': 'the two letters of a country',
  'src/domain/core/ip-address.ts bytes.push': 'the 4 bytes of an address',
  'src/domain/monitors/browser-test-rules.ts problems.push':
    '50 tags, 200 variables, assertions and steps by the contract, and some problems for each',
  'src/domain/monitors/monitor-rules.ts problems.push': '50 tags, one address and 200 headers, by the contract',
  'src/domain/secrets/escapes.ts String.fromCharCode': 'pieces of at most 8 192 characters',
  'src/domain/schedules/schedule-rules.ts problems.push': '50 tags, by the contract, and one problem for each list',
  'src/domain/alerts/webhook-rules.ts problems.push': '50 tags, 20 addresses and the parameters of a type',
  'src/domain/core/zone-time.ts Math.min': 'two moments',
  'src/server/delivery/channels/letters.ts Math.max': 'the facts that a letter tells',
  'src/server/demo/story.ts chance.between': 'two bounds that are written there',
  'src/server/handlers/installation/system.ts problems.push': 'the rules for one password',
  'src/server/handlers/alerts/webhook-doc.ts problems.push': 'two monitors at most',
  'src/server/postgres/open.ts randomInt': 'two bounds that are written there',
  'src/server/store/secrets/secret-pairs.ts secrets.push': 'a value, and the same without its scheme',
}

/** Where a list may come from outside. What the web app's screens draw is bounded by the server. */
const folders = ['src/contract', 'src/domain', 'src/commands', 'src/browser', 'src/server', 'src/agent']

type Spread = { callee: string; call: string; isDeclaration: boolean }

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** The spreads of a source whose innermost bracket is a round one with a name before it. */
const spreadsIn = (source: string): Spread[] =>
  [...source.matchAll(/\.\.\./g)].flatMap(({ index }) => {
    const open = openingBefore(source, index)
    if (open < 0 || source[open] !== '(') return []
    const name = /[\w$#.\])?!]+$/.exec(source.slice(Math.max(0, open - 80), open))?.[0]
    const close = closingAfter(source, open)
    const isDeclaration = /^\s*(=>|:[^:]*?=>|\{|:\s*\w+[^;]*?\{)/.test(source.slice(close + 1, close + 80))
    if (name === undefined) return []
    const end = argumentEnd(source, index)
    return [{ callee: name, call: `${name}(${source.slice(index, end).replace(/\s+/g, ' ')})`, isDeclaration }]
  })

const openingBefore = (source: string, from: number): number => {
  let depth = 0
  for (let at = from - 1; at >= 0; at--) {
    const letter = source[at] ?? ''
    if (letter in OPENING) depth++
    else if (letter in CLOSING && depth-- === 0) return at
  }
  return -1
}

const closingAfter = (source: string, open: number): number => {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (letter in CLOSING) depth++
    else if (letter in OPENING && --depth === 0) return at
  }
  return source.length
}

/** Where the argument that begins at `from` ends: at a comma or bracket of its own level. */
const argumentEnd = (source: string, from: number): number => {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const letter = source[at] ?? ''
    if (letter in CLOSING) depth++
    else if (letter in OPENING && depth-- === 0) return at
    else if (letter === ',' && depth === 0) return at
  }
  return source.length
}

test('a spread into a call is told from one into a list, an object or a declaration', () => {
  const calls = (source: string) => spreadsIn(source).filter(({ isDeclaration }) => !isDeclaration)
  expect(calls('rows.push(...page)')).toHaveLength(1)
  expect(calls('Math.max(0, ...rows.map((row) => row.size))')[0]?.call).toBe('Math.max(...rows.map((row) => row.size))')
  expect(calls('f([...rows], { ...row })')).toEqual([])
  expect(
    calls('const f = (...rows: number[]) => rows; function g(a: number, ...rows: number[]) { return rows }'),
  ).toEqual([])
})

test('no list whose length somebody outside decides is spread into a call', () => {
  const found = folders.flatMap(codeIn).flatMap((file) =>
    spreadsIn(readFileSync(join(home, file), 'utf8'))
      .filter(({ isDeclaration }) => !isDeclaration)
      .map(({ callee, call }) => ({ at: `${file} ${callee}`, call })),
  )
  expect(found.filter(({ at }) => !(at in short))).toEqual([])
  // What is gone is taken off the list.
  const there = new Set(found.map(({ at }) => at))
  expect(Object.keys(short).filter((at) => !there.has(at))).toEqual([])
})
