import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../src/server/postgres/open.ts'
import { StartProblem } from '../../../src/server/start-problem.ts'
import { migrate } from '../../../src/server/store/core/migrate.ts'
import { query } from '../../support/postgres-process.ts'
import { temporaryFolder } from '../../support/temporary.ts'

test('a migration that PostgreSQL refuses is named, and leaves nothing behind', async () => {
  const { url, stop } = await openPostgres({
    dataDir: temporaryFolder(),
    log: () => undefined,
    onStep: () => undefined,
    settings: { fsync: 'off' },
  })
  onTestFinished(stop)
  await query(url, 'create table status_page ()')
  await expect(migrate(url)).rejects.toThrow(
    new StartProblem('Migration 0063-status-pages failed and was rolled back: relation "status_page" already exists.'),
  )
  expect(await query(url, "select to_regclass('account') as account")).toEqual([{ account: null }])
})
