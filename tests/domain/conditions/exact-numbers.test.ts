import { describe, expect, test } from 'vitest'
import { expressionEngines } from '../../../src/domain/conditions/expressions.ts'
import type { OperatorKey } from '../../../src/domain/conditions/operators.ts'
import { classify } from '../../../src/domain/results/classify.ts'
import { judged, responseWith } from '../../support/judging.ts'

const ID = '174322306148984899'
const OTHER_ID = '174322306148984901'
const body = `{"id":${ID},"u64":18446744073709551615,"big":1e400,"tiny":1e-400,"money":0.1234567890123456789,
  "half":12345678901234567.5,"text":"${ID}","ids":[${ID},${OTHER_ID},7],"orders":[{"id":${ID},"n":1},{"id":${OTHER_ID},"n":2},{"id":7,"n":3}],
  "inner":"{\\"id\\":${ID}}"}`

const verdictOf = (property: string, condition: OperatorKey, val = '', val2 = '') =>
  judged({ source: 'json', property, condition, val, val2 }, responseWith({ body })).verdict

describe('Conditions on numbers that no double holds', () => {
  test.each([
    ['$.id', ID],
    ['$.u64', '18446744073709551615'],
    ['$.big', '1e400'],
    ['$.money', '0.1234567890123456789'],
    ['$.ids', `[${ID},${OTHER_ID},7]`],
    ['$.orders[0]', `{"id":${ID},"n":1}`],
    ['$.id|int', ID],
    ['$.id|float', ID],
    ['$.id|round(2)', ID],
    ['$.text|int', ID],
    ['$.half|int', '12345678901234567'],
    ['$.half|round', '12345678901234568'],
    ["$.money|round(9, 'floor')", '0.123456789'],
    ['$.id|length', '18'],
    ["$.id|replace('899', '0')", '1743223061489840'],
    ['$.ids|first', ID],
    ['$.ids|reverse', `[7,${OTHER_ID},${ID}]`],
    ["$.inner|jsonpath('$.id')", ID],
    [`$.orders[?@.id == ${ID}].n`, '[1]'],
    [`$.orders[?@.id != ${ID}].n`, '[2,3]'],
    [`$.orders[?@.id > ${ID}].n`, '[2]'],
    [`$.orders[?@.id <= ${ID}].n`, '[1,3]'],
    [`$.orders[?!(@.id == ${ID}) && @.n < 3].n`, '[2]'],
    ['$.orders[?@.id == $.id].n', '[1]'],
    ['$.orders[?@ == $.orders[1]].n', '[2]'],
    [`$.orders[?count(@[?@ == ${OTHER_ID}]) == 1].n`, '[2]'],
    ['$.orders[*].id', `[${ID},${OTHER_ID},7]`],
    ['$.ids..*', `[${ID},${OTHER_ID},7]`],
  ])('%s reads %s', (property, actual) => {
    expect(verdictOf(property, 'exists')).toMatchObject({ actual, verdict: true })
  })

  test.each<[string, OperatorKey, string, string?]>([
    ['$.id', 'eq', ID],
    ['$.id', 'eq', `${ID}.0`],
    ['$.id', 'eq', '174322306148984.899e3'],
    ['$.id', 'ne', OTHER_ID],
    ['$.id', 'lt', OTHER_ID],
    ['$.id', 'le', OTHER_ID],
    ['$.id', 'gt', '174322306148984898'],
    ['$.id', 'between', '174322306148984898', '174322306148984899'],
    ['$.id', 'not_between', '174322306148984897', '174322306148984898'],
    ['$.id', 'in', `1, ${ID}`],
    ['$.id', 'not_in', `1, ${OTHER_ID}`],
    ['$.id', 'ends', '899'],
    ['$.id', 'matches', '899$'],
    ['$.id', 'type', 'number'],
    ['$.id', 'type', 'integer'],
    ['$.big', 'type', 'integer'],
    ['$.id', 'not_empty', ''],
    ['$.text', 'ne', OTHER_ID],
    ['$.u64', 'ne', '18446744073709551614'],
    ['$.u64', 'gt', '18446744073709551614'],
    ['$.big', 'gt', '1'],
    ['$.big', 'lt', '1e401'],
    ['$.tiny', 'gt', '0'],
    ['$.tiny', 'ne', '0'],
    ['$.money', 'ne', '0.12345678901234568'],
    ['$.ids', 'contains', ID],
    ['$.ids', 'not_contains', '174322306148984900'],
  ])('%s %s %s %s', (property, condition, val, val2) => {
    expect(verdictOf(property, condition, val, val2)).toMatchObject({ verdict: true })
  })

  test.each<[string, string]>([
    ['$.id', 'object'],
    ['$.half', 'integer'],
    ['$.tiny', 'integer'],
  ])('%s is not of type %s', (property, type) => {
    expect(verdictOf(property, 'type', type).verdict).toBe(false)
  })

  test('a variable has the number as the response wrote it', () => {
    const condition = {
      source: 'json',
      property: '$.id',
      condition: 'exists',
      set_variable: { name: 'ORDER', scope: 'workflow' },
    } as const
    const { set } = classify(
      responseWith({ body }),
      { meta: {}, conditions: [condition] },
      { engines: expressionEngines },
    )
    expect(set).toEqual([{ name: 'ORDER', value: ID, scope: 'workflow' }])
  })

  test('headers are compared by all of their digits', () => {
    const outcome = responseWith({ headers: [{ key: 'X-Id', value: ID }] })
    const verdict = (val: string) =>
      judged({ source: 'header', property: 'x-id', condition: 'eq', val }, outcome).verdict
    expect(verdict(OTHER_ID).verdict).toBe(false)
    expect(verdict(`${ID}.0`).verdict).toBe(true)
  })
})
