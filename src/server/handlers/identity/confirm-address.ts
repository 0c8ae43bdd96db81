import type { Db } from '../../store/core/database.ts'
import { releaseProjects } from '../../store/projects/projects.ts'

/** Marks an account's address as confirmed by its owner, and releases the projects that waited for it. */
export const confirmAddress = async (db: Db, accountId: string, now: number): Promise<void> => {
  await db.updateTable('account').set({ email_verified: now }).where('id', '=', accountId).execute()
  await releaseProjects(db, accountId)
}
