import { afterAll, describe, expect, test } from 'vitest'
import { JudgePool } from '../../../src/agent/judge/judge-pool.ts'
import type { JudgeTask } from '../../../src/agent/judge/judge-task.ts'
import type { Condition } from '../../../src/domain/conditions/operators.ts'

const timing = { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 5, download: 1, redirect: 0, total: 6 }
const taskOf = (body: string, conditions: Condition[], project: number | null = 1): JudgeTask => ({
  project,
  outcome: { exceptionType: null, httpCode: 200, timing, responseSize: body.length, headers: [], body },
  conditions: { meta: {}, conditions },
  common: undefined,
  variables: {},
})
const json = (property: string, val: string): Condition => ({ source: 'json', property, condition: 'eq', val })
/** XPath that counts for hours. */
const endless: Condition = {
  source: 'xml',
  property: 'count(for $x in 1 to 100000, $y in 1 to 100000 return $x)',
  condition: 'gt',
  val: '0',
  on_true: { outcome: 'fail' },
  on_false: { outcome: 'none' },
}

const pool = new JudgePool({ threads: 2, looks: 5 })
afterAll(() => pool.close())

describe('The workers that judge runs', () => {
  test('evaluate expressions', async () => {
    const { category, verdicts } = await pool.judge(
      taskOf('{"a":[{"b":7}]}', [json('$.a[0].b', '7'), json('a[-1].b', '8')]),
    )
    expect([category, ...verdicts.map(({ actual, verdict }) => [actual, verdict])]).toEqual([
      'FAIL',
      ['7', true],
      ['7', false],
    ])
  })

  test('stop a condition that hangs, and judge all others of its run', async () => {
    const { category, verdicts } = await pool.judge(
      taskOf('<a/>', [endless, { source: 'xml', property: 'name(/*)', condition: 'eq', val: 'a' }]),
    )
    expect(category).toBe('FAIL')
    expect(verdicts.map(({ verdict, outcome, note }) => [verdict, outcome, note])).toEqual([
      [false, 'fail', 'The condition took longer than 1 second, so it was stopped.'],
      [true, 'none', undefined],
    ])
  })

  test('a project whose conditions hang delays no other', async () => {
    // Here nothing is ever stopped, so that the others could wait for ever.
    const patient = new JudgePool({ threads: 2, looks: Number.POSITIVE_INFINITY })
    const hanging = Array.from({ length: 4 }, () => patient.judge(taskOf('<a/>', [endless], 1)))
    const others = Array.from({ length: 20 }, (_, index) =>
      patient.judge(taskOf(`{"a":${index}}`, [json('a', String(index))], 2)),
    )
    expect((await Promise.all(others)).map(({ category }) => category)).toEqual(new Array(20).fill('PASS'))
    patient.close()
    for (const { verdicts } of await Promise.all(hanging))
      expect(verdicts[0]?.note).toBe('The agent failed while it evaluated the condition.')
  })

  test('after three conditions of a run had to be stopped, its other expressions are left out', async () => {
    const { verdicts } = await pool.judge(taskOf('<a/>', [endless, endless, endless, endless]))
    expect(verdicts.map(({ note }) => note)).toEqual([
      ...new Array(3).fill('The condition took longer than 1 second, so it was stopped.'),
      'Other conditions of this run had to be stopped, so this one was not evaluated.',
    ])
  })
})
