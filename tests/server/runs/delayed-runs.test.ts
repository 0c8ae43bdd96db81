import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinAgent } from '../../support/agent.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let running: TestServer
beforeAll(async () => {
  running = await startServer()
  await joinAgent(running.api, running.server.joinToken)
})
afterAll(() => running.stop())

test('a project keeps 1000 runs waiting for their time at a location, and is then refused more; others run at once', async () => {
  const { api, server } = running
  const { id } = await api.post<{ id: string }>('/api/2/calls/', {
    meta: { name: 'm' },
    request: { url: 'https://example.com/' },
  })
  const run = (run_delay: number) => api.call('POST', `/api/3/monitors/${id}/run`, { run_delay })
  expect((await run(86_400)).status).toBe(200)
  const { db } = server.services.database
  const job = await db.selectFrom('job').selectAll().executeTakeFirstOrThrow()
  const more = Array.from({ length: 999 }, (_, index) => ({ ...job, source: job.source - 1 - index }))
  await db
    .insertInto('job')
    // As they are stored.
    .values(more.map(({ context, ...rest }) => ({ ...rest, context: context && JSON.stringify(context) })) as never)
    .execute()
  expect(await run(60)).toMatchObject({
    status: 409,
    body: {
      detail:
        'The project already has 1000 runs that wait for their time at this location; ask again when some have started.',
    },
  })
  expect((await run(0)).status).toBe(200)
})
