import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { patternSize } from '../../../src/domain/conditions/pattern-size.ts'

test.each([
  ['abc', 3],
  ['(a{30}){30}', 930],
  ['(a{2,5}b){3}c', 22],
  ['[a-z]{10}', 40],
  ['\\p{L}{2}\\d', 9],
  ['a{x}', 4],
  ['(((', 0],
  ['a)', 2],
])('%s has at most %i steps', (pattern, steps) => {
  expect(patternSize(pattern)).toBe(steps)
})

test.each(['a'.repeat(99), '((a{10}){10}b){9}', '(?:[a-z]{20}|x{3,40})*', '.{1000}', '(?i)\\w{50}(ab){50}'])(
  'compiling %s takes no more instructions than eight for each step',
  (pattern) => {
    expect(RE2JS.compile(pattern).programSize()).toBeLessThanOrEqual(8 * patternSize(pattern) + 20)
  },
)
