import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { evidence, failed, type HandAgent, joinAgent, packed, runOnce } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
const agents: Record<string, HandAgent> = {}
const ids: string[] = []
let nowMs = 0

/** Sets the server's clock to shortly after a full hour, so that none begins in the middle of a test. */
const aheadMs = HOUR_MS - (Date.now() % HOUR_MS) + 60_000

type Lookup = { domain: string; ip: string; ms: number }

beforeAll(async () => {
  running = await startServer({ clock: () => Date.now() + aheadMs + nowMs })
  const { api, server } = running
  for (const name of ['here', 'there']) agents[name] = await joinAgent(api, server.joinToken, name)
  for (const name of ['shop', 'blog'])
    ids.push(
      (await api.post<{ id: string }>('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })).id,
    )
  const run = async (monitor: number, location: string, lookups: Lookup[], change = {}) => {
    const agent = agents[location]
    const detail = packed(evidence({ dns: { lookups } }))
    if (agent) await runOnce(api, agent, ids[monitor] ?? '', { location_id: location, change: { detail, ...change } })
  }
  const shop = (ms: number): Lookup => ({ domain: 'shop.example.com', ip: '192.0.2.1', ms })
  // Names are the same in any case and with a dot at the end.
  await run(0, 'here', [shop(10), { domain: 'WWW.example.com.', ip: '192.0.2.7', ms: 4 }])
  await run(0, 'here', [shop(20)])
  await run(0, 'here', [shop(30)], failed)
  await run(0, 'there', [{ ...shop(200), ip: '192.0.2.2' }])
  await run(1, 'there', [{ domain: 'www.example.com', ip: '192.0.2.7', ms: 6 }])
  await run(1, 'there', [])
})
afterAll(() => running.stop())

type Answer = { meta: Record<string, unknown>; results: (Record<string, unknown> & { count: number })[] }
const ask = (body: object) => running.api.post<Answer>('/api/3/query/api/dns', body)

test('look-ups are answered by domain, whatever came of the result', async () => {
  const { meta, results } = await ask({ measures: ['p50', 'p95', 'mean'] })
  expect(meta).toMatchObject({ group_by: ['domain'], interval: null, truncated: false })
  // Of 10, 20, 30 and 200 ms, the median has rank ⌊0.5 · 3⌋ = 1, p95 rank ⌊0.95 · 3⌋ = 2.
  expect(results).toEqual([
    { domain: 'shop.example.com', count: 4, values: { p50: 20, p95: 30, mean: 65 } },
    { domain: 'www.example.com', count: 2, values: { p50: 4, p95: 4, mean: 5 } },
  ])
})

test('they are grouped by address, location, provider, monitor and interval, and filtered', async () => {
  const { meta, results } = await ask({
    measures: ['p50'],
    group_by: ['address', 'location', 'provider', 'monitor', 'interval'],
    domains: ['Shop.Example.com'],
    interval: 'PT1H',
  })
  expect(meta).toMatchObject({ interval: 'PT1H' })
  expect(results.map(({ time: _, ...rest }) => rest)).toEqual([
    { address: '192.0.2.1', location_id: 'here', provider: null, monitor_id: ids[0], count: 3, values: { p50: 20 } },
    { address: '192.0.2.2', location_id: 'there', provider: null, monitor_id: ids[0], count: 1, values: { p50: 200 } },
  ])
  expect((await ask({ status: ['FAIL'] })).results).toMatchObject([{ domain: 'shop.example.com', count: 1 }])
  expect((await ask({ monitors: [ids[1]], locations: ['there'] })).results).toMatchObject([{ count: 1 }])
  const wrong = await running.api.call('POST', '/api/3/query/api/dns', { monitors: ['none'] })
  expect(wrong.status).toBe(422)
  expect(JSON.stringify(wrong.body)).toContain('monitors[0] must be the id of a monitor')
})

test('of the time before details are kept, the answer says that it does not cover it', async () => {
  nowMs = 40 * DAY_MS
  const { meta, results } = await ask({ from: new Date(Date.now() - DAY_MS).toISOString() })
  const from = Date.parse(String(meta.from))
  expect(from % DAY_MS).toBe(0)
  expect(Date.now() + aheadMs + nowMs - from).toBeLessThan(31 * DAY_MS)
  expect(results).toEqual([])
})
