import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, periodStart } from '../../src/domain/core/periods.ts'
import { beginSnapshot } from '../../src/server/backup/contents.ts'
import { partitionsOf } from '../../src/server/store/core/partitions.ts'
import { openStore, type TestStore } from '../support/store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openStore()
})
afterAll(() => store.stop())

test('during a backup new partitions are created and results stored; old ones are dropped after it', async () => {
  const { db, dedicated } = store.database
  const now = Date.now()
  const partitions = partitionsOf(db)
  await partitions.maintain(now)
  const later = now + 500 * DAY_MS
  const names = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relname like 'result\_2%'`.execute(db)
    return rows.map(({ name }) => name)
  }
  const before = await names()
  // After a jump of the clock, nothing is dropped for a day.
  await partitions.maintain(later - 30 * HOUR_MS)
  const backup = dedicated()
  await backup.connect()
  try {
    await beginSnapshot(backup)
    await partitions.maintain(later)
    const during = await names()
    for (const name of before) expect(during).toContain(name)
    expect(during).toContain(
      `result_${new Date(periodStart('DAY', later)).toISOString().slice(0, 10).replace(/-/g, '')}`,
    )
    await backup.query('commit')
    await partitions.maintain(later)
    const after = await names()
    for (const name of before) expect(after).not.toContain(name)
  } finally {
    await backup.end()
  }
})
