import { expect, onTestFinished, test } from 'vitest'
import { readConfiguration } from '../../../src/server/configuration.ts'
import { openServer } from '../../../src/server/server.ts'
import { joinAgent } from '../../support/agent.ts'
import { apiWith } from '../../support/api.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('a server is ready once the location of its own agent exists, and stops while it waits for it', async () => {
  const database = await freshDatabase()
  const dataDir = temporaryFolder()
  const open = () =>
    openServer({
      configuration: readConfiguration({ PORT: '0', DATABASE_URL: database.url, SONDE_DATA_DIR: dataDir }, () => {}),
      log: () => {},
      onStep: () => {},
      clock: Date.now,
      // An agent that never joins.
      agent: ['-e', 'process.stdin.resume()'],
      checkAnswers: true,
    })
  const stopped = await open()
  const waiting = stopped.ready()
  await stopped.stop()
  await waiting

  const server = await open()
  onTestFinished(async () => {
    await server.stop()
    await database.drop()
  })
  const api = apiWith(server.url, '')
  const health = () => api.call('GET', '/api/health')
  const before = await health()
  expect(before.status).toBe(503)
  expect(JSON.stringify(before.body)).toMatch(/the scheduler is not running|the embedded agent has not joined yet/)
  // A token is not looked at, and the store not asked: an orchestrator would restart a server whose store is away.
  expect((await apiWith(server.url, 'no key of ours').call('GET', '/api/health/live')).status).toBe(200)
  await joinAgent(api, server.joinToken, 'elsewhere')
  await expect.poll(async () => JSON.stringify((await health()).body)).toContain('the embedded agent has not joined')
  let isReady = false
  const ready = server.ready().then(() => {
    isReady = true
  })
  await health()
  expect(isReady).toBe(false)
  await joinAgent(api, server.joinToken)
  await ready
  expect(await health()).toMatchObject({ status: 200, body: { status: 'ready', local: true } })
})
