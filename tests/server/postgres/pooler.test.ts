import { expect, onTestFinished, test } from 'vitest'
import { SERVING } from '../../../src/server/store/core/session-settings.ts'
import { eventually } from '../../support/eventually.ts'
import { noPooler, startPooler } from '../../support/pooler.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'

const startThrough = async (mode: 'session' | 'transaction') => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const running = await startServer({ env: { DATABASE_URL: await startPooler(fresh.url, mode) } })
  try {
    // Ready once the scheduler has made its first round.
    const health = await eventually(async () => {
      const { status, body } = await running.api.call('GET', '/api/health')
      return status === 200 ? (body as { lost_database_settings: string[] }) : null
    })
    return { lost: health.lost_database_settings, log: running.log }
  } finally {
    // The pooler ends when nobody uses it any more.
    await running.stop()
  }
}

test('through PgBouncer in mode session, connections keep their settings', async ({ skip }) => {
  if (noPooler) skip(noPooler)
  expect(await startThrough('session')).toEqual({ lost: [], log: [] })
})

test('in mode transaction, log and health name the settings that may be lost', async ({ skip }) => {
  if (noPooler) skip(noPooler)
  const { lost, log } = await startThrough('transaction')
  expect(lost).toEqual(Object.keys(SERVING))
  expect(log).toContainEqual(expect.stringContaining(`(${lost.join(', ')})`))
})
