import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyDifference } from '../../../src/domain/results/body-difference.ts'
import { headerDifference } from '../../../src/domain/results/header-difference.ts'
import { canonical, jsonDifference } from '../../../src/domain/results/json-difference.ts'
import { textDifference } from '../../../src/domain/results/text-difference.ts'

test.each([
  [{ a: 1 }, { a: 2 }, [{ path: '$.a', kind: 'changed', before: 1, after: 2 }]],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
  [{ a: { 'x y': 1 } }, { a: {} }, [{ path: '$.a["x y"]', kind: 'removed', before: 1 }]],
  [[1, 2, 3], [0, 1, 2, 3], [{ path: '$[0]', kind: 'added', after: 0 }]],
  [[1, 2, 3], [1, 3], [{ path: '$[1]', kind: 'removed', before: 2 }]],
  [[1, 2, 3], [1, 5, 3], [{ path: '$[1]', kind: 'changed', before: 2, after: 5 }]],
  [
    [
      { id: 1, n: 'a' },
      { id: 2, n: 'b' },
    ],
    [
      { id: 2, n: 'b' },
      { id: 1, n: 'c' },
      { id: 3, n: 'd' },
    ],
    [
      { path: '$[?(@.id==1)].n', kind: 'changed', before: 'a', after: 'c' },
      { path: '$[?(@.id==3)]', kind: 'added', after: { id: 3, n: 'd' } },
      { path: '$', kind: 'moved', before: [1, 2], after: [2, 1] },
    ],
  ],
  [{ a: null }, {}, [{ path: '$.a', kind: 'removed', before: null }]],
  [1, '1', [{ path: '$', kind: 'changed', before: 1, after: '1' }]],
  [{ __proto__: null, a: [] }, { a: {} }, [{ path: '$.a', kind: 'changed', before: [], after: {} }]],
])('%j and %j differ by structure', (before, after, changes) => {
  expect(jsonDifference(before, after)).toEqual({ changes, more: false })
})

test('values are equal if and only if there is no difference', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (a, b) => {
      expect(jsonDifference(a, JSON.parse(JSON.stringify(a))).changes).toEqual([])
      const [left, right] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))]
      expect(jsonDifference(left, right).changes.length === 0).toBe(canonical(left) === canonical(right))
    }),
    { numRuns: 500 },
  )
})

test('changes beyond the most are not listed, and nesting beyond the deepest is compared as a whole', () => {
  const many = (from: number) =>
    Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, from + index]))
  expect(jsonDifference(many(0), many(1), { most: 7 })).toMatchObject({ more: true, changes: { length: 7 } })
  const deep = (end: unknown) => JSON.parse(`${'['.repeat(9_000)}${JSON.stringify(end)}${']'.repeat(9_000)}`) as unknown
  expect(jsonDifference(deep(1), deep(1)).changes).toEqual([])
  expect(jsonDifference(deep(1), deep(2)).changes.length).toBeLessThanOrEqual(1)
})

test('headers are compared by name, whatever their order and case, and those of the moment come last', () => {
  const header = (key: string, value: string) => ({ key, value })
  const before = [header('Date', 'Mon'), header('Vary', 'a'), header('vary', 'b'), header('X-Gone', '1')]
  const after = [header('x-new', '2'), header('VARY', 'b'), header('Vary', 'a'), header('date', 'Tue')]
  expect(headerDifference(before, after)).toEqual([
    { name: 'x-gone', before: ['1'], after: null },
    { name: 'x-new', before: null, after: ['2'] },
    { name: 'date', before: ['Mon'], after: ['Tue'] },
  ])
  expect(headerDifference(before, [...before].reverse())).toEqual([])
})

test('the changes of a text, applied to one side, give the other', () => {
  const line = fc.constantFrom('a', 'b', 'c', '')
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (a, b) => {
      const [left, right] = [a.join('\n'), b.join('\n')]
      const lines = left.split('\n')
      for (const { before, after } of [...textDifference(left, right)].reverse()) {
        expect(lines.slice(before.line - 1, before.line - 1 + before.lines.length)).toEqual(before.lines)
        lines.splice(before.line - 1, before.lines.length, ...after.lines)
      }
      expect(lines.join('\n')).toBe(right)
    }),
  )
})

test('bodies are compared as far as they are kept, and in the form that they have', () => {
  const text = (body: string, truncated = false) => ({ body, body_encoding: 'text' as const, truncated })
  expect(bodyDifference(text('{"a":1,"b":2}'), text('{ "b": 2, "a": 1 }'))).toEqual({ kind: 'same' })
  expect(bodyDifference(text('{"a":1}'), text('{"a":2}'))).toMatchObject({ kind: 'json' })
  expect(bodyDifference(text('{"a":1}'), text('<html>'))).toMatchObject({ kind: 'text', isPart: false })
  expect(bodyDifference(text('{"a":1}', true), text('{"a":1}'))).toEqual({ kind: 'text', changes: [], isPart: true })
  const bytes = { body: 'AAE=', body_encoding: 'base64' as const, truncated: false }
  expect(bodyDifference(bytes, bytes)).toEqual({ kind: 'same' })
  expect(bodyDifference(bytes, text('a'))).toEqual({ kind: 'bytes' })
  expect(bodyDifference({ ...text(''), body: null }, text(''))).toEqual({ kind: 'same' })
})
