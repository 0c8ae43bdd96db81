import { createServer } from 'node:https'
import { expect, test } from 'vitest'
import { trusting } from '../../../src/agent/runner/trust.ts'
import type { Condition } from '../../../src/domain/conditions/operators.ts'
import { certificate } from '../certificate.ts'
import { httpServer, jobFor, listen, run } from '../world.ts'

const json = (property: string, val: string, more: Partial<Condition> = {}): Condition => ({
  source: 'json',
  property,
  condition: 'eq',
  val,
  ...more,
})
const answering = (body: string, headers: Record<string, string> = {}): Promise<number> =>
  httpServer((_, response) => response.writeHead(200, headers).end(body))

test('A condition sets a variable, which later ones read and the report carries to the store', async () => {
  const port = await answering('{"id":"a7","next":{"a7":"z"}}', { 'x-key': 'next' })
  const { report, detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      conditions: {
        meta: {},
        conditions: [
          json('$.{{ KEY }}.{{ id }}', 'z', { set_variable: { name: 'LAST', scope: 'global' } }),
          {
            source: 'header',
            property: 'x-key',
            condition: 'exists',
            set_variable: { name: 'KEY', scope: 'workflow' },
          },
          json('$.absent', 'x', { on_false: { outcome: 'none' }, set_variable: { name: 'NO', scope: 'global' } }),
        ],
      },
      variables: { id: 'a7', KEY: 'before' },
    }),
  )
  expect([report.result_category, report.set_variables]).toEqual([
    'PASS',
    [{ name: 'LAST', value: 'z', scope: 'global' }],
  ])
  expect(detail.variables).toMatchObject({ initial: { KEY: 'before' }, set: { KEY: 'next', LAST: 'z' } })
  expect(detail.messages).toEqual([])
})

test('Secrets are masked in what conditions read, ask and set', async () => {
  const port = await answering('{"token":"hunter2-hunter2"}')
  const { report, detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      secrets: ['hunter2-hunter2'],
      secret_variables: ['TOKEN'],
      variables: { TOKEN: 'hunter2-hunter2' },
      conditions: {
        meta: {},
        conditions: [
          json('$.token', '{{ TOKEN }}', { set_variable: { name: 'SEEN', scope: 'global' } }),
          { source: 'regex', property: 'hunter2-(.*)"', condition: 'not_exists' },
        ],
      },
    }),
  )
  expect(detail.conditions.map(({ verdict }) => verdict)).toEqual([true, true])
  expect(JSON.stringify([report, detail])).not.toContain('hunter2-hunter2')
})

test('Conditions of the project come first in each group, and their messages and scope are in the verdict', async () => {
  const port = await answering('{"a":1}')
  const { report, detail } = await run(
    jobFor(`http://127.0.0.1:${port}/`, {
      project_conditions: {
        break_on_fail: true,
        conditions: [
          json('$.a', '2', { id: 'p1', on_false: { outcome: 'fail', message: 'a must be 2' } }),
          { id: 'p2', source: 'redirects', property: 'count', condition: 'le', val: '0' },
        ],
      },
      conditions: { meta: {}, conditions: [json('$.a', '1'), { source: 'size', condition: 'eq', val: '7' }] },
    }),
  )
  expect([report.result_category, report.result]).toEqual(['FAIL', 'CONTENT_ERROR'])
  expect(detail.conditions.map(({ id, scope, message }) => [id, scope, message])).toEqual([
    ['c2', undefined, undefined],
    ['p2', 'project', undefined],
    ['p1', 'project', 'a must be 2'],
  ])
})

test('The certificate of a TLS connection is judged, with its chain', async () => {
  const authority = certificate({ subject: 'Test Authority' })
  const own = certificate({ subject: 'api.example', names: ['api.example'], issuer: authority })
  const clock = { steadyMs: () => performance.now(), epochMs: () => Date.parse('2049-12-01T12:00:00Z') }
  const port = await listen(createServer({ cert: own.cert, key: own.key }, (_, response) => response.end('secure')))
  const tls = (property: string, condition: Condition['condition'], val: string): Condition => ({
    source: 'tls',
    property,
    condition,
    val,
  })
  const { report, detail } = await run(
    jobFor(`https://api.example:${port}/`, {
      conditions: {
        meta: {},
        conditions: [
          tls('days_to_expiry', 'between', '29'),
          tls('version', 'eq', 'TLSv1.3'),
          tls('issuer', 'eq', 'Test Authority'),
          tls('chain', 'contains', 'api.example'),
        ].map((condition) => ({ ...condition, val2: '30' })),
      },
    }),
    { trust: trusting(authority.cert), resolve: async () => ['127.0.0.1'], clock },
  )
  expect(detail.conditions.map(({ verdict }) => verdict)).toEqual([true, true, true, true])
  expect(report.result).toBe('COMPLETE')
  expect(detail.tls?.chain?.[0]).toBe('api.example')
})

test('Conditions see 1 MiB of a body, of which the result holds 256 kB', async () => {
  const bodyOf = (bytes: number) => JSON.stringify({ pad: 'x'.repeat(bytes), last: 'end' })
  const judged = async (bytes: number) => {
    const port = await answering(bodyOf(bytes))
    const conditions = { meta: {}, conditions: [json('$.last', 'end')] }
    const { detail } = await run(jobFor(`http://127.0.0.1:${port}/`, { conditions, secrets: ['end'.repeat(9)] }))
    return [
      detail.response?.body?.length,
      detail.response?.truncated,
      detail.conditions[0]?.verdict,
      detail.conditions[0]?.note,
    ]
  }
  expect(await judged(1_048_000)).toEqual([262_144, true, true, undefined])
  const note = 'The response body is too large to parse: more than 1 MiB.'
  expect(await judged(1_048_600)).toEqual([262_144, true, false, note])
})
