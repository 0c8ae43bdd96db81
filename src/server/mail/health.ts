import type { Db } from '../store/core/database.ts'

/** State of outgoing mail after the latest attempt of any server. `since`: milliseconds. */
export type MailHealth = { readonly error: string | null; readonly since: number }

const NAME = 'mail_health'

/** Null before the first attempt. */
export const readMailHealth = async (db: Db): Promise<MailHealth | null> => {
  const row = await db.selectFrom('installation').select('value').where('name', '=', NAME).executeTakeFirst()
  if (!row) return null
  // Written by `recordMailHealth` alone.
  return row.value as MailHealth
}

export const recordMailHealth = async (db: Db, health: MailHealth): Promise<void> => {
  const value = JSON.stringify(health)
  await db
    .insertInto('installation')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
