import type { EventGroup } from '../../../domain/mail/mail-groups.ts'
import type { Db } from '../core/database.ts'

/** Returns the event groups that an account has ended. */
export const endedGroups = async (db: Db, accountId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('mail_group_ended').select('kind').where('account_id', '=', accountId).execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Ends an event group for an account; returns whether it was not ended before. */
export const endGroup = async (db: Db, accountId: string, kind: EventGroup, now: number): Promise<boolean> => {
  const rows = await db
    .insertInto('mail_group_ended')
    .values({ account_id: accountId, kind, time: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('kind')
    .execute()
  return rows.length > 0
}

/** Reverts `endGroup`; returns whether the group was ended. */
export const resumeGroup = async (db: Db, accountId: string, kind: EventGroup): Promise<boolean> => {
  const rows = await db
    .deleteFrom('mail_group_ended')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .returning('kind')
    .execute()
  return rows.length > 0
}

/** Returns which of these accounts have ended an event group. */
export const endedBy = async (
  db: Db,
  kind: EventGroup,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (accountIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('mail_group_ended')
    .select('account_id')
    .where('kind', '=', kind)
    .where('account_id', 'in', accountIds)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}
