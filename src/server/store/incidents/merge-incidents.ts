import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import type { StoredIncident } from './incidents.ts'

/**
 * Moves the monitors and updates of one incident into another, and lets its address lead there. What was not published stays so: of an
 * unpublished incident, updates become internal and public names are dropped.
 */
export const mergeIncidents = async (
  db: Db,
  from: StoredIncident,
  into: StoredIncident,
  now: number,
): Promise<void> => {
  const wasPublic = from.published !== null
  await sql`insert into incident_monitor as m (incident_key, target_key, target_id, name, public_name, since, until)
    select ${into.key}::int, target_key, target_id, name, case when ${wasPublic} then public_name end, since, until
    from incident_monitor where incident_key = ${from.key}
    on conflict (incident_key, target_key) do update set public_name = coalesce(m.public_name, excluded.public_name),
      since = least(m.since, excluded.since),
      until = case when m.until is null or excluded.until is null then null else greatest(m.until, excluded.until) end`.execute(
    db,
  )
  await db.deleteFrom('incident_monitor').where('incident_key', '=', from.key).execute()
  await sql`update incident_update set incident_key = ${into.key}, is_public = is_public and ${wasPublic}
    where incident_key = ${from.key}`.execute(db)
  await db.updateTable('incident').set({ merged_into: into.key }).where('merged_into', '=', from.key).execute()
  await db
    .updateTable('incident')
    .set({
      merged_into: into.key,
      ended: from.ended ?? now,
      published: null,
      last_update: Math.max(now, from.last_update + 1),
    })
    .where('key', '=', from.key)
    .execute()
}
