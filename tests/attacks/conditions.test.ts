import { afterAll, describe, expect, test } from 'vitest'
import { JudgePool } from '../../src/agent/judge/judge-pool.ts'
import type { JudgeTask } from '../../src/agent/judge/judge-task.ts'
import { expressionEngines } from '../../src/domain/conditions/expressions.ts'
import type { Condition } from '../../src/domain/conditions/operators.ts'
import { responseWith } from '../support/judging.ts'

const MIB = 1_048_576
const pool = new JudgePool({ threads: 2 })
afterAll(() => pool.close())

const taskOf = (body: string, conditions: Condition[], project: number): JudgeTask => ({
  project,
  outcome: responseWith({ body }),
  conditions: { meta: {}, conditions },
  common: undefined,
  variables: {},
})
const ask = (source: Condition['source'], property: string | null, more: Partial<Condition> = {}): Condition => ({
  source,
  property,
  condition: 'exists',
  ...more,
})

const entity = (depth: number): string => {
  const declared = Array.from({ length: depth }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
  return `<!DOCTYPE a [<!ENTITY e0 "lol">${declared}]><a>&e${depth};</a>`
}
const wide = JSON.stringify({ a: Array.from({ length: 300 }, (_, b) => ({ b, c: [[[[b]]]] })) })

/** Bodies and expressions that take a naive evaluation minutes, gigabytes, or a file of this machine. */
const hostile: readonly (readonly [string, string, Condition])[] = [
  ['a JSON path that multiplies', wide, ask('json', '$..*..*..*..*')],
  ['a filter within a filter', wide, ask('json', '$..[?@..[?@..[?@..b == 1]]]')],
  ['match() with nested repeats', JSON.stringify(['a'.repeat(40)]), ask('json', "$[?match(@, '((a+)+)+b')]")],
  ['an XPath that counts for hours', '<a/>', ask('xml', 'count((1 to 100000)[. = (1 to 100000)])')],
  ['matches() of XPath', `<a>${'a'.repeat(40)}!</a>`, ask('xml', "matches(/a, '^(a+)+$')")],
  ['a pattern with nested repeats', 'a'.repeat(MIB), ask('regex', '((a*)*)*b')],
  ['a pattern that is large once it is repeated', 'a'.repeat(MIB), ask('regex', '((a?){30}){30}b')],
  [
    'a schema with a catastrophic pattern',
    JSON.stringify(`${'a'.repeat(40)}!`),
    ask('text', null, { condition: 'schema', val: '{"pattern":"^(a+)+$"}' }),
  ],
  ['a schema that refers to itself', '1', ask('text', null, { condition: 'schema', val: '{"$ref":"#"}' })],
  ['deeply nested JSON', '['.repeat(MIB / 2) + ']'.repeat(MIB / 2), ask('json', '$..a')],
  ['deeply nested XML', '<a>'.repeat(MIB / 8) + '</a>'.repeat(MIB / 8), ask('xml', '//b')],
  ['entities that multiply', entity(12), ask('xml', '/a')],
  ['an external entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', ask('xml', '/a')],
  ['an external document type', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', ask('xml', '/a')],
  ['a filter chain that grows', '/'.repeat(MIB / 2), ask('text', "|replace('/','////////////////')|replace('/','//')")],
  ['a split into a million parts', ','.repeat(MIB), ask('text', "|split(',')|reverse|last", { condition: 'empty' })],
  ['a prototype', '{}', ask('json', '$.__proto__.polluted')],
]

describe('An agent judges hostile bodies by hostile expressions', () => {
  test.each(hostile)('%s', async (_, body, condition) => {
    const judging = pool.judge(taskOf(body, [condition], 1))
    const others = await Promise.all(
      Array.from({ length: 5 }, () => pool.judge(taskOf('{"a":1}', [ask('json', '$.a')], 2))),
    )
    expect(others.map(({ category }) => category)).toEqual(new Array(5).fill('PASS'))
    const { verdicts } = await judging
    expect(verdicts).toHaveLength(1)
    expect(JSON.stringify(verdicts)).not.toContain('root:')
  })
})

describe('The server reads hostile expressions before it stores them', () => {
  test.each([
    ['path', '$[?'.repeat(300)],
    ['path', `$${'[?@'.repeat(300)}${']'.repeat(300)}`],
    ['path', '$..'.repeat(300)],
    ['xpath', '('.repeat(900)],
    ['xpath', `${'a['.repeat(20)}1${']'.repeat(20)}`],
    ['xpath', `${'if (1) then '.repeat(60)}1${' else 2'.repeat(60)}`],
    ['xpath', '- '.repeat(500)],
    ['xpath', '/a'.repeat(500)],
    ['xpath', 'a or '.repeat(200)],
    ['pattern', '('.repeat(1_000)],
    ['pattern', '((((a{30}){30}){30}){30})'],
    ['pattern', '(\\pL{30}){30}'.repeat(60)],
    ['pattern', '[[:alpha:]]{1000}'.repeat(200)],
    ['schema', '['.repeat(60_000)],
    ['schema', `{"allOf":${'[{"allOf":'.repeat(3_000)}[]${'}]'.repeat(3_000)}}`],
  ] as const)('%s %.40s', (engine, text) => {
    expect(() => expressionEngines[engine](text)).not.toThrow()
  })
})
