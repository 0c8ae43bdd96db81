import { sql } from 'kysely'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'

/** An update is mailed for this long after it became public, so that a server that was down catches up. */
const CATCH_UP_MS = 3 * DAY_MS
/** Far longer than `CATCH_UP_MS`, after which no update is mailed for the first time. */
const KEPT_MS = 30 * DAY_MS

/** Records the public updates of incidents that subscribers have not been told of. Those from before the page are not for them. */
export const recordUpdates = async (db: Db, now: number): Promise<void> => {
  const since = now - CATCH_UP_MS
  await sql`
    insert into status_mailing (project_key, update_id, created)
    select p.project_key, u.id, ${now}
    from status_page p
      join incident i on i.project_key = p.project_key and i.published is not null and i.merged_into is null
      join incident_update u on u.incident_key = i.key and u.is_public
    where p.published and greatest(u.time, i.published) >= greatest(${since}, p.created)
      and exists (select from status_subscriber s where s.project_key = p.project_key and s.confirmed is not null)
      and not exists (select from status_mailing m where m.project_key = p.project_key and m.update_id = u.id)
    on conflict do nothing`.execute(db)
}

/** A mailing that is under way. `incidentId` is null once its update is no longer public. */
export type Mailing = {
  readonly projectKey: number
  readonly updateId: string
  readonly afterKey: number
  readonly created: number
  readonly incidentId: string | null
}

/** Locks the oldest mailing that is under way, of other projects than those named, until the transaction ends; undefined if there is none. */
export const lockMailing = async (db: Db, putOff: readonly number[]): Promise<Mailing | undefined> => {
  const { rows } = await sql<Mailing>`
    select m.project_key as "projectKey", m.update_id as "updateId", m.after_key as "afterKey", m.created,
      (select i.id from incident_update u join incident i on i.key = u.incident_key
        join status_page p on p.project_key = i.project_key
        where u.id = m.update_id and u.is_public and i.published is not null and p.published) as "incidentId"
    from status_mailing m where m.ended is null and m.project_key <> all(${[...putOff]}::int[]) order by m.created, m.update_id limit 1 for update of m skip locked`.execute(
    db,
  )
  return rows[0]
}

/** Reads the next subscribers of a mailing: those who had confirmed their address when the update was recorded. */
export const nextSubscribers = (
  db: Db,
  { projectKey, afterKey, created }: Mailing,
  limit: number,
): Promise<{ key: number; id: string; address: string }[]> =>
  db
    .selectFrom('status_subscriber')
    .select(['key', 'id', 'address'])
    .where('project_key', '=', projectKey)
    .where('key', '>', afterKey)
    .where('confirmed', '<=', created)
    .orderBy('key')
    .limit(limit)
    .execute()

/** Records how far a mailing is, and whether it is over. */
export const moveMailing = async (
  db: Db,
  { projectKey, updateId }: Mailing,
  { afterKey, ended }: { afterKey: number; ended: number | null },
): Promise<void> => {
  await db
    .updateTable('status_mailing')
    .set({ after_key: afterKey, ended })
    .where('project_key', '=', projectKey)
    .where('update_id', '=', updateId)
    .execute()
}

/** Deletes mailings that ended long ago. */
export const deleteOldMailings = (db: Db, now: number) =>
  db
    .deleteFrom('status_mailing')
    .where('ended', '<', now - KEPT_MS)
    .execute()
