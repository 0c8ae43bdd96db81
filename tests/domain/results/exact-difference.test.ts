import { expect, test } from 'vitest'
import { bodyDifference } from '../../../src/domain/results/body-difference.ts'
import { bodyRows } from '../../../src/views/results/difference-words.ts'

const kept = (body: string) => ({ body, body_encoding: 'text', truncated: false }) as const
const rowsOf = (before: string, after: string) => bodyRows(bodyDifference(kept(before), kept(after)))

test.each([
  ['{"id":174322306148984899}', '{"id":174322306148984901}', '$.id'],
  ['{"u64":18446744073709551615}', '{"u64":18446744073709551616}', '$.u64'],
  ['{"big":1e400}', '{"big":1e401}', '$.big'],
  ['{"money":0.1234567890123456789}', '{"money":0.12345678901234568}', '$.money'],
  ['[{"a":[174322306148984899]}]', '[{"a":[174322306148984900]}]', '$[0].a[0]'],
])('%s and %s differ, and all digits are shown', (before, after, name) => {
  const number = /(?<=[[:])[\d.e]+(?=\W)/
  expect(rowsOf(before, after)).toEqual([
    { id: '0', name, note: undefined, before: number.exec(before)?.[0], after: number.exec(after)?.[0] },
  ])
})

test.each([
  ['{"id":174322306148984899}', '{ "id": 174322306148984899.0 }'],
  ['[1e400]', '[10e399]'],
  ['[1e2]', '[100.0]'],
])('%s and %s are equal', (before, after) => {
  expect(bodyDifference(kept(before), kept(after))).toEqual({ kind: 'same' })
})

test('items are paired by ids of any length', () => {
  const item = (id: string, n: number) => `{"id":${id},"n":${n}}`
  const [a, b] = ['174322306148984899', '174322306148984901']
  expect(rowsOf(`[${item(a, 1)},${item(b, 2)}]`, `[${item(b, 2)},${item(a, 3)}]`)).toMatchObject([
    { name: `$[?(@.id==${a})].n`, before: '1', after: '3' },
    { name: '$', before: `[\n  ${a},\n  ${b}\n]`, after: `[\n  ${b},\n  ${a}\n]` },
  ])
})
