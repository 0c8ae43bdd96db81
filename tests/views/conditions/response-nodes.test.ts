import fc from 'fast-check'
import { parseXmlDocument } from 'slimdom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { BodyReader } from '../../../src/domain/conditions/body-reader.ts'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { judgeCondition, type Outcome } from '../../../src/domain/conditions/conditions.ts'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import type { Condition } from '../../../src/domain/conditions/operators.ts'
import { moreOf, type ResponseNode, responseNodes, visibleRows } from '../../../src/views/conditions/response-nodes.ts'

const outcomeOf = (body: string | null, more: Partial<Outcome> = {}): Outcome => ({
  exceptionType: null,
  httpCode: 200,
  timing: { dns: 1, tcp: 2, handshake: 3, upload: 0.5, processing: 40, download: 2, redirect: 0, total: 48.5 },
  responseSize: body?.length ?? 0,
  headers: [
    { key: 'Content-Type', value: 'application/json' },
    { key: 'Set-Cookie', value: 'session=abc; Path=/' },
  ],
  body,
  startedMs: Date.parse('2026-01-01T00:00:00Z'),
  redirects: 1,
  url: 'https://example.com/',
  tls: {
    version: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    subject: 'example.com',
    issuer: 'Example CA',
    not_after: '2026-04-01T00:00:00Z',
  },
  ...more,
})

const allOf = (nodes: readonly ResponseNode[]): readonly ResponseNode[] =>
  nodes.flatMap((node) => [node, ...allOf(node.inner?.() ?? [])])

const made = (outcome: Outcome): Condition[] => allOf(responseNodes(outcome)).flatMap(({ makes }) => makes ?? [])

const holds = (condition: Condition, outcome: Outcome): boolean =>
  judgeCondition(condition, 0, outcome, {
    engines: expressionEngines,
    variables: {},
    body: new BodyReader(outcome),
    numericTexts: 'text',
  }).verdict.verdict

// Text with placeholders is filled in by the run, so it is another text there.
const withoutPlaceholders = (text: string): boolean => !/\{\{|%%|__/.test(text)

test('every condition that is made of a value in a JSON body is valid and holds for that body', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }).filter(withoutPlaceholders), (body) => {
      const outcome = outcomeOf(body)
      for (const condition of made(outcome)) {
        const problems = conditionProblems({ conditions: [condition] }, { engines: expressionEngines })
        expect(problems, JSON.stringify(condition)).toEqual([])
        expect(holds(condition, outcome), JSON.stringify(condition)).toBe(true)
      }
    }),
  )
})

test('names that are no words are quoted in the path', () => {
  const body = JSON.stringify({ 'a b': { "it's": [{ 'x|y': 42 }] } })
  const outcome = outcomeOf(body)
  expect(made(outcome).find(({ val }) => val === '42')?.property).toBe(`$['a b']["it's"][0]['x|y']`)
  for (const condition of made(outcome)) expect(holds(condition, outcome), JSON.stringify(condition)).toBe(true)
})

test('headers, cookies, latencies, TLS and redirects make conditions that hold', () => {
  const outcome = outcomeOf('plain text\nin two lines')
  const conditions = made(outcome)
  expect(new Set(conditions.map(({ source }) => source))).toEqual(
    new Set(['http_code', 'size', 'header', 'cookie', 'latency', 'tls', 'redirects', 'text']),
  )
  for (const condition of conditions) {
    expect(conditionProblems({ conditions: [condition] }, { engines: expressionEngines })).toEqual([])
    expect(holds(condition, outcome), JSON.stringify(condition)).toBe(true)
  }
})

test('a long list shows its first hundred values, and a hundred more at a time', () => {
  const top = responseNodes(outcomeOf(JSON.stringify(Array.from({ length: 250 }, (_, index) => index))))
  const rowsWith = (pages: number) =>
    visibleRows(top, { open: new Set(['body']), pages: new Map([['body', pages]]) }).rows
  const numbers = (pages: number) => rowsWith(pages).filter(({ id }) => id.startsWith('body/')).length
  expect([numbers(1), numbers(2), numbers(3)]).toEqual([100, 200, 250])
  expect(rowsWith(1).map(({ id }) => moreOf(id))).toContain('body')
  expect(rowsWith(3).some(({ id }) => moreOf(id) !== null)).toBe(false)
})

test('elements and attributes of XML make conditions that hold, with names of other namespaces', () => {
  // Browsers have a parser of their own; this one builds the same tree.
  vi.stubGlobal(
    'DOMParser',
    class {
      parseFromString = (text: string) => parseXmlDocument(text)
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const outcome = outcomeOf(
    '<?xml version="1.0"?><shop xmlns="urn:shop" xmlns:p="urn:price"><item id="1"><p:sum cur="EUR">5</p:sum></item>' +
      '<item id="2"><q:sum xmlns:q="urn:other">7</q:sum><name xmlns="">A b</name></item></shop>',
  )
  const conditions = made(outcome).filter(({ source }) => source === 'xml')
  expect(conditions.map(({ property }) => property)).toEqual([
    '/shop',
    '/shop/item[1]',
    '/shop/item[1]/@id',
    '/shop/item[1]/p:sum',
    '/shop/item[1]/p:sum/@cur',
    '/shop/item[2]',
    '/shop/item[2]/@id',
    '/shop/item[2]/Q{urn:other}sum',
    '/shop/item[2]/Q{}name',
  ])
  for (const condition of conditions) expect(holds(condition, outcome), JSON.stringify(condition)).toBe(true)
})
