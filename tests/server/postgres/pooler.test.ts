import { expect, onTestFinished, test } from 'vitest'
import { SERVING } from '../../../src/server/store/core/session-settings.ts'
import { noPooler, startPooler } from '../../support/pooler.ts'
import { freshDatabase } from '../../support/postgres.ts'
import { startServer } from '../../support/server.ts'

const startThrough = async (mode: 'session' | 'transaction') => {
  const fresh = await freshDatabase()
  onTestFinished(fresh.drop)
  const running = await startServer({ env: { DATABASE_URL: await startPooler(fresh.url, mode) } })
  try {
    const { lost_database_settings } = await running.api.get<{ lost_database_settings: string[] }>('/api/health')
    return { lost: lost_database_settings, log: running.log }
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
