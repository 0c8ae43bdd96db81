import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import { failed, type HandAgent, joinAgent, type Report, runOnce } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
const agents: Record<string, HandAgent> = {}
const ids: string[] = []

/** Sets the server's clock to shortly after a full hour, so that none begins in the middle of a test. */
const aheadMs = HOUR_MS - (Date.now() % HOUR_MS) + 60_000

const measured = (lcp: number | null, cls: number | null): Partial<Report> => ({
  vitals: { lcp, cls, fcp: null, ttfb: 20, tbt: 0 },
})

beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs })
  const { api, server } = running
  for (const name of ['here', 'there'])
    agents[name] = await joinAgent(api, server.joinToken, name, undefined, ['browser'])
  for (const name of ['shop', 'blog'])
    ids.push(
      (await api.post<{ id: string }>('/api/3/monitors/browser/', { name, url: `https://${name}.example.com/` })).id,
    )
  const run = async (monitor: number, location: string, change: Partial<Report>) => {
    const agent = agents[location]
    if (agent) await runOnce(api, agent, ids[monitor] ?? '', { location_id: location, change })
  }
  for (const lcp of [1000, 1100, 1200, 1300, 4000]) await run(0, 'here', measured(lcp, 0.1))
  await run(0, 'there', { ...failed, ...measured(9000, null) })
  await run(1, 'here', measured(null, null))
  // A page that did not load has no vitals.
  await run(1, 'there', { ...failed, http_code: null, result: 'CONNECTION_ERROR' })
})
afterAll(() => running.stop())

type Answer = {
  meta: Record<string, unknown>
  results: { count: number; metrics: { metric: string; count: number; values: Record<string, number> | null }[] }[]
}
const ask = (body: object) => running.api.post<Answer>('/api/3/query/browser/performance', body)

test('vitals of a browser test are answered by quantile, mean and extremes, and a vital without a value is null', async () => {
  const { meta, results } = await ask({
    monitors: [ids[0]],
    locations: ['here'],
    metrics: ['lcp', 'cls', 'fcp'],
    measures: ['p50', 'mean', 'min', 'max'],
  })
  expect(meta).toMatchObject({ interval: 'PT1H', group_by: [], truncated: false })
  expect(results).toEqual([
    {
      time: expect.any(String),
      count: 5,
      metrics: [
        { metric: 'lcp', count: 5, values: { p50: 1200, mean: 1720, min: 1000, max: 4000 } },
        { metric: 'cls', count: 5, values: { p50: 0.1, mean: 0.1, min: 0.1, max: 0.1 } },
        { metric: 'fcp', count: 0, values: null },
      ],
    },
  ])
})

test('results are grouped by monitor and location and filtered by category, and those without vitals count nowhere', async () => {
  const { results } = await ask({ group_by: ['monitor', 'location'], metrics: ['lcp'] })
  expect(results.map(({ metrics: [one], ...rest }) => ({ ...rest, values: one?.values }))).toEqual([
    { time: expect.any(String), monitor_id: ids[0], location_id: 'here', count: 5, values: { p75: 1300 } },
    { time: expect.any(String), monitor_id: ids[0], location_id: 'there', count: 1, values: { p75: 9000 } },
    { time: expect.any(String), monitor_id: ids[1], location_id: 'here', count: 1, values: null },
  ])
  const passed = await ask({ monitors: [ids[0]], status: ['PASS'], metrics: ['lcp'], measures: ['max'] })
  expect(passed.results.map(({ metrics: [one] }) => one?.values)).toEqual([{ max: 4000 }])
  const before = await ask({ to: formatTime(Date.now() - DAY_MS), interval: 'P1D' })
  expect(before.results).toEqual([])
})

test('a query that names what there is not, or a range that ends before it begins, is refused by field', async () => {
  const refused = async (body: object) => {
    const { status, body: answer } = await running.api.call('POST', '/api/3/query/browser/performance', body)
    return [status, JSON.stringify(answer)]
  }
  const { id } = await running.api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'call' },
    request: { url: 'http://example.com/' },
  })
  expect(await refused({ monitors: [id] })).toEqual([
    422,
    expect.stringContaining('monitors[0] must be the id of a browser test'),
  ])
  expect(await refused({ locations: ['moon'] })).toEqual([422, expect.stringContaining('locations[0]')])
  expect(await refused({ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' })).toEqual([
    422,
    expect.stringContaining('from must be before to'),
  ])
  expect(await refused({ metrics: ['speed'] })).toEqual([422, expect.stringContaining('metrics')])
})
