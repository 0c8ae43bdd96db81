import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BodyReader } from '../../../src/domain/conditions/body-reader.ts'
import { judgeCondition, type Outcome } from '../../../src/domain/conditions/conditions.ts'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import { type Condition, OPERATORS, type OperatorKey } from '../../../src/domain/conditions/operators.ts'

const timing = { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0, redirect: 0, total: 1 }
const reply = (parts: Pick<Outcome, 'body' | 'isCut' | 'unread'>): Outcome => ({
  exceptionType: null,
  httpCode: 200,
  timing,
  responseSize: 1,
  headers: [],
  ...parts,
})
const judged = (condition: Condition, outcome: Outcome) =>
  judgeCondition(condition, 0, outcome, {
    engines: expressionEngines,
    variables: {},
    body: new BodyReader(outcome),
    numericTexts: 'text',
  }).verdict

const PROPERTIES = { json: '$.a', xml: '//a', regex: 'a+', text: '' } as const
const OF_BODY = Object.keys(PROPERTIES) as readonly (keyof typeof PROPERTIES)[]
// The keys of the table are its operators; Object.keys cannot know it.
const KEYS = Object.keys(OPERATORS) as readonly OperatorKey[]
const operatorsOf = (source: Condition['source']) =>
  KEYS.filter((key) => (OPERATORS[key].on as readonly string[]).includes(source))

const WHY = 'The body stays compressed: its Content-Encoding is not supported.'

describe('A body that was not read', () => {
  test.each(OF_BODY)('passes no condition on its %s, and says why', (source) => {
    for (const condition of operatorsOf(source)) {
      const asked = { source, property: PROPERTIES[source], condition, val: OPERATORS[condition].example, val2: '9' }
      const verdict = judged(asked, reply({ body: null, unread: WHY }))
      expect([condition, verdict.verdict, verdict.outcome, verdict.note]).toEqual([condition, false, 'fail', WHY])
    }
  })
})

describe('A body of which only the beginning was read', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '1', '.', ' '), maxLength: 12 })
  const patterns = fc.constantFrom('a+', 'b$', '^a.*b$', '1', '(a|b)1', 'a.', '\\bb', 'z')

  test('is judged only where what follows cannot change the answer', () => {
    let decided = 0
    const values = fc.record({ text: letters, at: fc.nat(12), val: letters, val2: letters, pattern: patterns })
    const operators = fc.constantFrom(...operatorsOf('text'))
    fc.assert(
      fc.property(operators, values, (condition, { text, at, val, val2, pattern }) => {
        const end = Math.min(at, text.length)
        const expected = (OPERATORS[condition] as { form: string }).form === 'pattern' ? pattern : val
        const asked: Condition = { source: 'text', condition, val: expected, val2 }
        // The rest is at least one character.
        const whole = judged(asked, reply({ body: `${text}x`, isCut: false }))
        const part = judged(asked, reply({ body: text.slice(0, end), isCut: true }))
        if (part.note?.startsWith('Only the beginning')) expect(part.outcome).toBe('fail')
        else if (condition !== 'schema') {
          decided++
          expect(part.verdict).toBe(whole.verdict)
        }
      }),
      { numRuns: 3_000 },
    )
    expect(decided).toBeGreaterThan(300)
  })

  test.each<[Partial<Condition>, boolean, string]>([
    [{ condition: 'contains', val: 'up' }, true, 'pass'],
    [{ condition: 'contains', val: 'down' }, false, 'fail'],
    [{ condition: 'not_contains', val: 'up' }, false, 'fail'],
    [{ condition: 'not_contains', val: 'down' }, false, 'fail'],
    [{ condition: 'not_matches', val: 'down' }, false, 'fail'],
    [{ condition: 'ends', val: 'up' }, false, 'fail'],
    [{ condition: 'starts', val: 'all' }, true, 'pass'],
    [{ condition: 'not_empty' }, true, 'pass'],
    [{ property: '|length', condition: 'lt', val: '100' }, false, 'fail'],
    [{ source: 'regex', property: 'all (\\w+)', condition: 'eq', val: 'systems' }, true, 'pass'],
    [{ source: 'regex', property: 'systems (\\w+)', condition: 'eq', val: 'up' }, false, 'fail'],
    [{ source: 'regex', property: 'down', condition: 'not_exists' }, false, 'fail'],
    [{ source: 'json', property: '$.a', condition: 'not_exists' }, false, 'fail'],
    [{ source: 'xml', property: '//a', condition: 'not_exists' }, false, 'fail'],
  ])('answers %j by what is known: %s', (condition, verdict, outcome) => {
    const asked = {
      source: 'text',
      condition: 'eq',
      on_true: { outcome: 'pass' },
      on_false: { outcome: 'fail' },
      ...condition,
    }
    const answer = judged(asked as Condition, reply({ body: 'all systems up', isCut: true }))
    expect([answer.verdict, answer.outcome]).toEqual([verdict, outcome])
  })
})
