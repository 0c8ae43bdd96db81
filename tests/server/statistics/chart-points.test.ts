import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { alertEvents, alertStates, outcomes } from '../../../src/server/store/alerts/alert-decisions.ts'
import { createApiKey } from '../../../src/server/store/projects/projects.ts'
import { resultRow } from '../../support/result-row.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { storeResults } from '../../support/stored-results.ts'

let running: TestServer
let monitor: { id: string; key: number }
let project: { id: string; key: number }
let locationKey: number
/** A full hour some hours ago, so that what the test does now lies after what it stores. */
const BEGIN = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 5 * HOUR_MS
const MINUTE_MS = 60_000

beforeAll(async () => {
  running = await startServer()
  const { db } = running.server.services.database
  project = await db.selectFrom('project').select(['id', 'key']).executeTakeFirstOrThrow()
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'Orders' },
    request: { url: 'http://example.com/' },
  })
  monitor = await db.selectFrom('object').select(['id', 'key']).where('id', '=', id).executeTakeFirstOrThrow()
  await db
    .insertInto('location')
    .values({ id: 'here', doc: JSON.stringify({ name: 'Here' }), created: 0, last_update: 0 })
    .execute()
  locationKey = (await db.selectFrom('location').select('key').where('id', '=', 'here').executeTakeFirstOrThrow()).key
  const run = (minute: number, said: object) =>
    resultRow({
      ...{
        project_key: project.key,
        target_key: monitor.key,
        location_key: locationKey,
        due: BEGIN + minute * MINUTE_MS,
      },
      ...said,
    })
  await storeResults(db, [
    ...Array.from({ length: 240 }, (_, minute) =>
      run(minute, { total: minute === 77 ? 9000 : 100 + (minute % 7), dest_ip: '192.0.2.1' }),
    ),
    run(30, { source: 2, category: 3, http_code: null, total: 30_000 }),
    // Left out of statistics.
    run(31, { source: 2, ignored: 1, total: 50_000 }),
  ])
})
afterAll(() => running.stop())

const span = (from: number, to: number) =>
  `start=${new Date(BEGIN + from * MINUTE_MS).toISOString()}&end=${new Date(BEGIN + to * MINUTE_MS).toISOString()}`

type Points = {
  meta: { count: number; start: string }
  results: { id: string; time: string; value: number | null; result_category: string; location_id: string }[]
}
const points = (query: string) => running.api.get<Points>(`/api/2/calls/${monitor.id}/stats/points/?${query}`)

test('points are the counted results of the window; one without a response has no value', async () => {
  const { meta, results } = await points(span(30, 32))
  expect(meta.count).toBe(3)
  expect(results.map(({ value, result_category }) => [value, result_category])).toEqual(
    expect.arrayContaining([
      [102, 'PASS'],
      [103, 'PASS'],
      [null, 'FAIL'],
    ]),
  )
  const failed = results.find(({ value }) => value === null)
  const detail = await running.api.get<{ result_category: string }>(`/api/2/results/${failed?.id}/`)
  expect(detail.result_category).toBe('FAIL')
})

test('of more points than a chart has room for, the spike and the failure stay', async () => {
  const { meta, results } = await points(`${span(0, 240)}&most=100`)
  expect(meta.count).toBe(241)
  expect(results.length).toBeLessThanOrEqual(100)
  expect(results.some(({ value }) => value === 9000)).toBe(true)
  expect(results.some(({ result_category }) => result_category === 'FAIL')).toBe(true)
  expect(results.map(({ time }) => time)).toEqual(results.map(({ time }) => time).toSorted())
  expect((await points(`${span(0, 240)}&dest_ip=192.0.2.9`)).meta.count).toBe(0)
})

test('steps of minutes count what is due within them, and are refused for windows of more than 400', async () => {
  const url = `/api/2/calls/${monitor.id}/stats/metrics/all/?interval=PT5M&quantiles=0.5,1&`
  const { results } = await running.api.get<{
    results: { time: string; count: number; values: Record<string, number> }[]
  }>(url + span(72, 82))
  // 72 to 74, 75 to 79 with the spike, 80 and 81.
  expect(results.map(({ count, values }) => [count, values['1']])).toEqual([
    [3, 104],
    [5, 9000],
    [2, 104],
  ])
  const far = await running.api.call('GET', `${url}start=2026-01-01T00:00:00Z&end=2026-01-03T00:00:00Z`)
  expect(far.status).toBe(422)
  expect(JSON.stringify(far.body)).toContain('may be PT5M for at most 30 hours')
})

type Annotation = {
  kind: string
  time: string
  end: string | null
  text: string
  id: string | null
  result_id: string | null
}
const annotations = (api: Pick<TestServer['api'], 'get'>, from: number, to: number) =>
  api.get<{ meta: { more: boolean }; results: Annotation[] }>(
    `/api/2/calls/${monitor.id}/stats/annotations/?start=${new Date(from).toISOString()}&end=${new Date(to).toISOString()}`,
  )

test('annotations are changes, downtimes and alerts of the window, each with the thing it leads to', async () => {
  const { api, server } = running
  const { db } = server.services.database
  await api.post(`/api/2/calls/${monitor.id}/`, {
    meta: { name: 'Orders' },
    request: { url: 'http://example.com/new' },
  })
  const webhook = await api.post<{ id: string }>('/api/3/webhooks/', {
    name: 'On call',
    alerts: ['FAIL'],
    parameters: { url: 'http://receiver.invalid/' },
  })
  const hook = await db.selectFrom('object').select('key').where('id', '=', webhook.id).executeTakeFirstOrThrow()
  const downtime = { downtime_key: 77, project_key: project.key, schedule_key: null, origin: 'project' }
  for (const [begins, ends] of [
    [BEGIN + HOUR_MS, BEGIN + 2 * HOUR_MS],
    [BEGIN - DAY_MS, BEGIN - DAY_MS + 1],
  ])
    await sql`insert into downtime_window (downtime_key, project_key, schedule_key, origin, begins, ends)
      values (${downtime.downtime_key}, ${project.key}, null, 'project', ${begins}, ${ends})`.execute(db)
  await sql`insert into alert_decision (target_key, due, location_key, source, attempt, webhook_key, late, time, outcome, event,
      state_before, state_after, counted_before, counted, needed)
    values (${monitor.key}, ${BEGIN + 30 * MINUTE_MS}, ${locationKey}, 2, 0, ${hook.key}, false, ${BEGIN}, ${outcomes.code('fired')},
      ${alertEvents.code('RESULT')}, ${alertStates.code('quiet')}, ${alertStates.code('open')}, 0, 1, 1)`.execute(db)
  const { results } = await annotations(api, BEGIN, Date.now() + HOUR_MS)
  expect(results.map(({ kind, text }) => [kind, text])).toEqual([
    ['change', 'request.url'],
    ['downtime', 'Deleted downtime'],
    ['alert', 'On call'],
  ])
  expect(results[1]).toMatchObject({
    time: new Date(BEGIN + HOUR_MS).toISOString(),
    end: new Date(BEGIN + 2 * HOUR_MS).toISOString(),
    id: null,
  })
  expect(results[2]?.id).toBe(webhook.id)
  const raised = await api.get<{ result_category: string }>(`/api/2/results/${results[2]?.result_id}/`)
  expect(raised.result_category).toBe('FAIL')
  expect((await annotations(api, BEGIN, BEGIN + 10 * MINUTE_MS)).results).toEqual([])

  // A VIEWER may not read the audit log, so the chart does not show changes either.
  const { id: accountId } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const made = { projectKey: project.key, name: 'v', level: 'VIEWER' as const, accountId, now: Date.now() }
  const seen = await annotations(api.as(await createApiKey(db, made)), BEGIN, Date.now() + HOUR_MS)
  expect(seen.results.map(({ kind }) => kind)).toEqual(['downtime', 'alert'])
})
