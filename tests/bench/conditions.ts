import { JudgePool } from '../../src/agent/judge/judge-pool.ts'
import { BodyReader } from '../../src/domain/conditions/body-reader.ts'
import { childPath, followPath } from '../../src/domain/conditions/child-path.ts'
import { judgeCondition } from '../../src/domain/conditions/conditions.ts'
import { expressionEngines } from '../../src/domain/conditions/expressions.ts'
import { filtered } from '../../src/domain/conditions/filters.ts'
import type { Condition } from '../../src/domain/conditions/operators.ts'
import { propertyOf } from '../../src/domain/conditions/property.ts'
import type { Json } from '../../src/domain/conditions/values.ts'
import { judged, phases, responseWith } from '../support/judging.ts'
import type { Row } from './row.ts'

/** 10 kB of JSON, as an API answers it. */
const body = JSON.stringify({
  data: {
    items: Array.from({ length: 80 }, (_, n) => ({
      id: n,
      name: `Item number ${n}`,
      price: { amount: n * 1.25, currency: 'EUR' },
      created: '2026-01-05T10:00:00.000Z',
    })),
  },
})
const PATH = '$.data.items[42].price.amount'
const MS = 300

/** Processor time of this process, in milliseconds: others may share the core. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Calls per second of a core, once warm, as the best of three. */
const perSecond = (call: () => unknown): number => {
  const during = (ms: number): number => {
    const startMs = cpuMs()
    let calls = 0
    while (cpuMs() - startMs < ms) {
      for (let n = 0; n < 200; n++) call()
      calls += 200
    }
    return (calls * 1_000) / (cpuMs() - startMs)
  }
  during(MS)
  return Math.max(...Array.from({ length: 3 }, () => during(MS)))
}

const engineOf = <Made extends object>(made: Made | { readonly says: string }): Made => {
  if ('says' in made) throw new Error('The bench has an expression that is not valid.')
  return made
}

/** Whole runs with ten conditions through the pool, by one project, 32 at a time. */
const poolRuns = async (): Promise<number> => {
  const conditions: Condition[] = Array.from({ length: 10 }, (_, n) => ({
    source: 'json',
    property: `$.data.items[${n}].id`,
    condition: 'eq',
    val: String(n),
  }))
  const outcome = { ...responseWith({ body }), timing: phases }
  const pool = new JudgePool({ threads: 2 })
  const task = { project: 1, outcome, conditions: { meta: {}, conditions }, common: undefined, variables: {} }
  const during = async (ms: number): Promise<number> => {
    const startMs = performance.now()
    let runs = 0
    const judging = async () => {
      while (performance.now() - startMs < ms) {
        const { category } = await pool.judge(task)
        if (category !== 'PASS') throw new Error(`a run of the bench came to ${category}`)
        runs++
      }
    }
    await Promise.all(Array.from({ length: 32 }, judging))
    return (runs * 1_000) / (performance.now() - startMs)
  }
  await during(4 * MS)
  const rate = await during(4 * MS)
  pool.close()
  return rate
}

/** Measures conditions on a JSON body of 10 kB. Takes about 20 seconds. */
export const conditionsBench = async (): Promise<Row[]> => {
  const document: Json = JSON.parse(body)
  const steps = childPath(PATH) ?? []
  const find = engineOf(expressionEngines.path(PATH)).find
  const complete = engineOf(expressionEngines.path('$.data.items[?@.id == 42].price.amount')).find
  const filters = propertyOf("x|round(1)|default('0')", false)?.filters ?? []
  const pattern = engineOf(expressionEngines.pattern('"name":"(Item number 42)"'))
  const condition: Condition = { source: 'json', property: PATH, condition: 'eq', val: '52.5' }
  const outcome = responseWith({ body })
  const bench = {
    engines: expressionEngines,
    variables: {},
    numericTexts: 'text' as const,
    body: new BodyReader(outcome),
  }
  const row = (figure: string, value: number, more: Partial<Row> = {}): Row => ({
    figure: `conditions on 10 kB of JSON: ${figure}`,
    value,
    unit: '/s a core',
    ...more,
  })
  return [
    row(
      'child paths, parse excluded',
      perSecond(() => find(document)),
      {
        target: '>= 100000',
        reference: { name: 'steps that are parsed already', value: perSecond(() => followPath(steps, document)) },
      },
    ),
    row(
      'whole conditions, parse excluded',
      perSecond(() => judgeCondition(condition, 0, outcome, bench)),
      { target: '>= 100000' },
    ),
    row(
      'paths with a filter over 80 items',
      perSecond(() => complete(document)),
    ),
    row(
      'parsing the body',
      perSecond(() => JSON.parse(body)),
    ),
    row(
      'two value filters',
      perSecond(() => filtered(52.46, filters, expressionEngines)),
    ),
    row(
      'regular expressions',
      perSecond(() => pattern.find(body)),
      {
        reference: { name: 'RegExp', value: perSecond(() => /"name":"(Item number 42)"/.exec(body)) },
      },
    ),
    row(
      'a whole condition, parse included',
      perSecond(() => judged(condition, outcome)),
    ),
    { ...row('runs of ten conditions through the pool of two threads', await poolRuns()), unit: 'runs/s' },
  ]
}
