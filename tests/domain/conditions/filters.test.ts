import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { childPath, followPath } from '../../../src/domain/conditions/child-path.ts'
import { conditionProblems } from '../../../src/domain/conditions/condition-rules.ts'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import { FILTERS, filtered } from '../../../src/domain/conditions/filters.ts'
import { type Condition, OPERATORS, type OperatorKey, type Source } from '../../../src/domain/conditions/operators.ts'
import { propertyOf } from '../../../src/domain/conditions/property.ts'
import { SOURCES } from '../../../src/domain/conditions/sources.ts'
import { type Json, MAX_TEXT_LENGTH } from '../../../src/domain/conditions/values.ts'
import { judged, responseWith } from '../../support/judging.ts'

const applied = (chain: string, value: Json | undefined) => {
  const property = propertyOf(`x|${chain}`, false)
  if (!property) throw new Error(`${chain} is no chain of filters`)
  const { value: made, gap } = filtered(value, property.filters, expressionEngines)
  return gap ? gap.note : made
}
const misfit = (name: string) => `The value filter ${name} does not fit what was read.`

describe('Value filters', () => {
  test.each(Object.entries(FILTERS))('%s gives what its example says', (_, { example }) => {
    expect(applied(example.use, example.of)).toEqual(example.gives)
  })

  test.each<[string, Json, Json | undefined]>([
    ['int', '-0.4', 0],
    ['int', 'many', misfit('int')],
    ['round', 2.5, 3],
    ['round(2)', 1.005, 1.01],
    ["round(method='ceiling')", 1.2, 2],
    ["round(1, method='floor')", -1.25, -1.3],
    ["split(',').1", 'a,b', 'b'],
    ["split(',')[-1]", 'a,b', 'b'],
    ["split(',')[9]", 'a,b', undefined],
    ['replace("a","b")', 'aa', 'bb'],
    ["replace('\\'', \"|\")|upper", "it's", 'IT|S'],
    ['length', '😀a', 2],
    ['length', { a: 1 }, 1],
    ['reverse', 'a😀', '😀a'],
    ['first', 'ab', 'a'],
    ['last', '', undefined],
    ['b64decode', 'w6k', 'é'],
    ['b64decode', '/w==', misfit('b64decode')],
    ["jsonpath('$[*].a')", '[{"a":1},{"a":2}]', [1, 2]],
    ['lower', ['A'], misfit('lower')],
    ['lower', null, undefined],
    ["jsonpath('$.b')", '{"a":1}', undefined],
    ["jsonpath('$.b')", '<html>', misfit('jsonpath')],
    ["jsonpath('$.b')|upper", '<html>', misfit('jsonpath')],
    ["int|default('0')", 'many', '0'],
    ['int|length', 'many', 0],
    ["jsonpath('$.b')|upper", '{"a":1}', undefined],
    ["default('x')", null, 'x'],
    ['urlencode', '\ud800', '%EF%BF%BD'],
  ])('%s of %j is %j', (chain, value, expected) => expect(applied(chain, value)).toEqual(expected))

  const anyChain = fc
    .array(
      fc.tuple(
        fc.constantFrom(...Object.keys(FILTERS)),
        fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('0', '2', 'floor', '$..a')), { maxLength: 3 }),
        fc.option(fc.integer({ min: -3, max: 3 })),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((calls) =>
      calls
        .map(([name, args, index]) => {
          const given = args.map((arg) => `'${arg.replace(/[\\']/g, '\\$&')}'`).join(',')
          return `${name}${args.length > 0 ? `(${given})` : ''}${index === null ? '' : `[${index}]`}`
        })
        .join('|'),
    )

  test('never throw, whatever their arguments and the value', () => {
    fc.assert(
      fc.property(anyChain, fc.jsonValue(), (chain, value) => void applied(chain, value as Json)),
      { numRuns: 500 },
    )
  })

  test('make no text larger than a body', () => {
    const grown = "replace('','')|replace('a','aaaaaaaaaaaaaaaa')"
    expect(applied(grown, 'a'.repeat(MAX_TEXT_LENGTH / 2))).toBe(misfit('replace'))
  })
})

describe('A value that a filter does not fit', () => {
  const page = responseWith({ body: '<html><h1>Fatal error</h1></html>' })
  const status = { source: 'text', property: "|jsonpath('$.status')", val: 'error' } as const
  test.each(['ne', 'not_contains', 'not_matches', 'not_in', 'eq'] as const)('passes no condition: %s', (condition) => {
    const { verdict } = judged({ ...status, condition }, page)
    expect([verdict.verdict, verdict.note]).toEqual([false, misfit('jsonpath')])
  })

  test('is not one in which it finds nothing', () => {
    const other = responseWith({ body: '{"state":"ok"}' })
    expect(judged({ ...status, condition: 'ne' }, other).verdict.verdict).toBe(true)
  })
})

describe('Paths of child steps', () => {
  test('lead where the complete engine leads', () => {
    const step = fc.constantFrom('.a', '.b', '["a"]', "['b c']", '[0]', '[1]', '[-1]')
    const document = { a: [{ a: 1, b: [1, 2] }, 7], b: { 'b c': { a: null }, a: [] } }
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        const quick = childPath(`$${steps.join('')}`)
        // A filter before the same steps keeps the complete engine from the quick way.
        const complete = expressionEngines.path(`$[?true == true]${steps.join('')}`)
        if (quick === null || 'says' in complete) throw new Error('Both must read the path.')
        const value = followPath(quick, document)
        expect(complete.find([document])).toEqual(value === undefined ? undefined : [value])
      }),
    )
  })

  test.each(['', '$.', '$..a', '$[*]', '$.a[', 'a..b', '$.a.', '$a', '$[?@.a]', 'a b'])('%j is none', (text) => {
    expect(childPath(text)).toBeNull()
  })
})

const sources = Object.keys(SOURCES) as Source[]
const operators = Object.keys(OPERATORS) as OperatorKey[]
const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom('$.a', '//a', '(a', '$..*', '|length', 'total', '{{ a }}', '{"type":1}', 'count', '[', '1', 'x|y'),
)
const anyCondition: fc.Arbitrary<Condition> = fc.record({
  source: fc.constantFrom(...sources),
  condition: fc.constantFrom(...operators),
  property: fc.option(anyText),
  val: fc.option(anyText),
  val2: fc.option(anyText),
})
const anyBody = fc.oneof(fc.json(), fc.string(), fc.constant('<a b="c">d</a>'), fc.constant(null))

describe('Every condition', () => {
  test('is judged, whatever it asks and whatever the response is', () => {
    fc.assert(
      fc.property(anyCondition, anyBody, fc.boolean(), (condition, body, isCut) => {
        const { verdict } = judged(condition, responseWith({ body, isCut }), { a: '[' })
        expect(typeof verdict.verdict).toBe('boolean')
      }),
      { numRuns: 1_000 },
    )
  })

  test('that the rules accept is evaluated: no note says that it is not valid', () => {
    fc.assert(
      fc.property(anyCondition, (condition) => {
        fc.pre(conditionProblems({ conditions: [condition] }, { engines: expressionEngines }).length === 0)
        fc.pre(!JSON.stringify(condition).includes('{{'))
        expect(judged(condition).verdict.note ?? '').not.toContain('must')
      }),
      { numRuns: 500 },
    )
  })
})
