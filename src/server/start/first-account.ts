import { firstAccount, isEmpty, setUp } from '../access/setup.ts'
import type { Configuration } from '../configuration.ts'
import type { Db } from '../store/core/database.ts'

/** Makes the account, project and API key that the configuration names, on an empty store only. */
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
