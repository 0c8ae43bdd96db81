import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  const create = (name: string) =>
    running.api.post('/api/2/calls/', { meta: { name }, request: { url: 'http://example.com/' } })
  await Promise.all(Array.from({ length: 40 }, (_, index) => create(`m${index}`)))
})
afterAll(() => running.stop())

const month = { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
const ask = (body: object) => running.api.call('POST', '/api/3/query/api/performance', { ...month, ...body })

test('distributions of too many monitors, locations and hours are refused before any is read, with what to change', async () => {
  const hourly = { group_by: ['monitor', 'interval'], interval: 'PT1H' }
  const { status, body } = await ask(hourly)
  expect(status).toBe(422)
  expect(body).toMatchObject({
    detail: [
      {
        loc: ['group_by'],
        msg: 'group_by asks for too much at once: 40 monitors × 745 periods. Choose longer intervals, a shorter time or fewer monitors.',
      },
    ],
  })
  expect((await ask({ ...hourly, interval: 'P1D' })).status).toBe(200)
  expect((await ask({ ...hourly, to: '2026-01-03T00:00:00Z' })).status).toBe(200)
  expect((await ask({ ...hourly, interval: 'P1D', metrics: ['total', 'dns', 'ttfb'] })).status).toBe(200)
})
