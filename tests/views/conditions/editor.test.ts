import { expect, test } from 'vitest'
import { withIds } from '../../../src/domain/conditions/condition-ids.ts'
import { FILTERS } from '../../../src/domain/conditions/filters.ts'
import type { Condition } from '../../../src/domain/conditions/operators.ts'
import { conditionOfJson } from '../../../src/domain/conditions/pointed-conditions.ts'
import { GROUPS, sourceRule } from '../../../src/domain/conditions/sources.ts'
import { moved } from '../../../src/domain/core/moved.ts'
import { changesBetween } from '../../../src/views/conditions/changes-between.ts'
import {
  newCondition,
  operatorOptions,
  replacedNote,
  sourceOptions,
  storing,
  withMessage,
  withOperator,
  withSource,
  withVariable,
} from '../../../src/views/conditions/condition-form.ts'
import { consequenceWords, sentenceOf } from '../../../src/views/conditions/condition-words.ts'
import { filterSuggestions } from '../../../src/views/conditions/filter-suggestions.ts'
import { sliceTable, withNewIds } from '../../../src/views/conditions/slice-table.ts'

const total: Condition = { source: 'json', property: '$.total', condition: 'gt', val: '0' }

test('a condition reads as one sentence, and says what follows', () => {
  expect(sentenceOf(total)).toBe('JSON value $.total is greater than 0')
  expect(consequenceWords(total)).toBe('if not, the run fails')
  expect(sentenceOf({ source: 'latency', property: '', condition: 'between', val: '1', val2: '2' })).toBe(
    'total time is between 1 and 2 ms',
  )
  const told = withVariable(withMessage(total, false, 'No total'), 'TOTAL', 'workflow')
  expect(consequenceWords(told)).toBe('if not, the run fails (“No total”); stored as TOTAL')
  expect(consequenceWords({ ...total, on_true: { outcome: 'none' } })).toBe('changes nothing')
})

test('a value that was clicked and is stored has to exist only, unless a comparison was chosen', () => {
  const made = conditionOfJson(['token'], 'tok-123')
  if (!made) throw new Error('A short path makes a condition.')
  const stored = (condition: Condition) => storing(condition, withVariable(condition, 'TOKEN', 'workflow'), made)
  expect(sentenceOf(stored(made))).toBe('JSON value $.token exists')
  expect(stored(made)).toMatchObject({ condition: 'exists', val: null, set_variable: { name: 'TOKEN' } })
  expect(stored({ ...made, val: 'tok-456' })).toMatchObject({ condition: 'eq', val: 'tok-456' })
  expect(stored(withOperator(made, 'contains'))).toMatchObject({ condition: 'contains', val: 'tok-123' })
  const compared = { ...withVariable(made, 'TOKEN', 'workflow'), condition: 'eq' as const }
  expect(storing(compared, withVariable(compared, 'TOKENS', 'workflow'), made)).toMatchObject({ condition: 'eq' })
})

test('a new condition is of the groups that are edited, and offers operators', () => {
  for (const group of GROUPS) {
    const condition = newCondition([group])
    expect(sourceRule(condition.source).group).toBe(group)
    expect(operatorOptions(condition.source).map(({ value }) => value)).toContain(condition.condition)
    expect(sourceOptions([group]).map(({ value }) => value)).toContain(condition.source)
  }
})

test('a changed source has a comparison that fits it, and a change of the comparison is said', () => {
  const sources = sourceOptions(GROUPS).map(({ value }) => value)
  for (const from of sources)
    for (const operator of operatorOptions(withSource(total, from).source))
      for (const to of sources) {
        // The options hold operators only.
        const before = { ...withSource(total, from), condition: operator.value as Condition['condition'] }
        const after = withSource(before, to)
        expect(operatorOptions(after.source).map(({ value }) => value)).toContain(after.condition)
        expect(replacedNote(before, after) === null).toBe(before.condition === after.condition)
      }
  const slow: Condition = { source: 'latency', property: 'total', condition: 'lt', val: '100' }
  expect(replacedNote(slow, withSource(slow, 'text'))).toBe(
    'The comparison “is less than” is now “contains”, which fits this source.',
  )
  // A comparison that was chosen, and that the source has, stays.
  expect(withSource({ ...slow, condition: 'eq' }, 'text').condition).toBe('eq')
})

test('value filters are offered after a bar, all of them, and those that begin as typed', () => {
  const suggest = filterSuggestions('after a bar')
  expect(suggest('$.a')).toBeNull()
  expect(suggest('$.a|')?.options.map(({ name }) => name)).toEqual(Object.keys(FILTERS))
  expect(suggest('$.a|le')?.options.map(({ name }) => name)).toEqual(['length'])
  expect(suggest('$.a[?@.b || ')).toBeNull()
  expect(filterSuggestions('after a spaced bar')('a|b')).toBeNull()
  expect(filterSuggestions('after a spaced bar')('a | up')?.options.map(({ name }) => name)).toEqual(['upper'])
})

test('conditions keep their ids when they are moved, and new ones get free ones', () => {
  const listed = withIds([{ ...total, id: 'c2' }, total, total])
  expect(listed.map(({ id }) => id)).toEqual(['c2', 'c1', 'c3'])
  expect(moved(listed, 2, 0).map(({ id }) => id)).toEqual(['c3', 'c2', 'c1'])
})

test('a screen of some groups saves its conditions alone, and leaves ids of new ones to the server', () => {
  const table = sliceTable(['timing'])
  const latency: Condition = { id: 'p1', source: 'latency', condition: 'lt', val: '5' }
  const versions = { status: '', size: '', header: '', body: '', timing: '' }
  const form = table.formOf({
    meta: { break_on_fail: false, numeric_texts: 'text', versions },
    conditions: [latency, { ...total, id: 'p2' }],
  })
  expect(form.conditions).toEqual([latency])
  const { id: _, ...plain } = latency
  expect(table.bodyOf({ ...form, conditions: withNewIds([latency, plain]) }).conditions).toEqual([latency, plain])
})

test('the notice about another version names what was added, changed and removed', () => {
  const before = [
    { ...total, id: 'a' },
    { ...total, id: 'b' },
  ]
  const after = [
    { ...total, id: 'a', val: '5' },
    { ...total, id: 'c' },
  ]
  expect(changesBetween(before, after)).toEqual([
    'Added: JSON value $.total is greater than 0',
    'Changed: JSON value $.total is greater than 5',
    'Removed: JSON value $.total is greater than 0',
  ])
  expect(changesBetween(before, before.toReversed())).toEqual(['Changed: the order'])
})
