import { firstAccount, isEmpty, setUp } from '../access/setup.ts'
import type { Configuration } from '../configuration.ts'
import type { Db } from '../store/core/database.ts'

/** Creates the configured account, project and API key, only in an empty store. */
export const createFirstAccount = async (db: Db, { admin }: Configuration, now: number): Promise<void> => {
  if (!admin || !(await isEmpty(db))) return
  await db.transaction().execute((tx) =>
    setUp(
      tx,
      {
        organization: 'My organization',
        project: 'My project',
        ...(admin.apiKey !== null && { apiKey: admin.apiKey }),
      },
      firstAccount(admin, now),
      now,
    ),
  )
}
