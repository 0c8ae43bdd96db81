import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { deleteScope } from '../statistics/scope-sums.ts'
import { deleteOldest } from './results-deletion.ts'

/** Rows deleted per transaction: few enough that nobody else waits. */
const OBJECTS_AT_ONCE = 200
const ROLLUPS_AT_ONCE = 5_000

/**
 * Removes a project: from this transaction on nobody may enter it, its keys are invalid, and none of its runs become due. `clearRemoved`
 * deletes its data.
 */
export const removeProject = async (db: Db, key: number, now: number): Promise<void> => {
  await db.updateTable('project').set({ removed: now, last_update: now }).where('key', '=', key).execute()
  await db.deleteFrom('project_access').where('project_key', '=', key).execute()
  await db.deleteFrom('api_key').where('project_key', '=', key).execute()
  // With its subscribers, whose addresses are personal data.
  await db.deleteFrom('status_page').where('project_key', '=', key).execute()
  await db.deleteFrom('slot').where('project_key', '=', key).execute()
  await db.deleteFrom('job').where('project_key', '=', key).execute()
}

/**
 * Deletes one batch of a removed project's data, and finally the project itself. Returns whether there is more to do. Objects go first,
 * so that agents' reports about them are refused from then on. The audit log stays.
 */
export const clearRemoved = async (db: Db): Promise<boolean> => {
  const project = await db
    .selectFrom('project')
    .select('key')
    .where('removed', 'is not', null)
    .orderBy('removed')
    .limit(1)
    .executeTakeFirst()
  if (!project) return false
  const { key } = project
  if ((await clearObjects(db, key)) || (await clearResults(db, key)) || (await clearRollups(db, key))) return true
  if (await clearNotifications(db, key)) return true
  await db.deleteFrom('job').where('project_key', '=', key).execute()
  await sql`delete from usage where project_key = ${key}`.execute(db)
  await deleteScope(db, key)
  await db.deleteFrom('score_report').where('project_key', '=', key).execute()
  await db.deleteFrom('project').where('key', '=', key).execute()
  return true
}

const isSome = ({ numAffectedRows }: { numAffectedRows?: bigint }): boolean => (numAffectedRows ?? 0n) > 0n

/** Deletes objects and, by cascade, their targets, slots, alerts and deliveries. */
const clearObjects = async (db: Db, key: number): Promise<boolean> =>
  isSome(
    await sql`delete from object where key = any(array(
      select key from object where project_key = ${key} limit ${OBJECTS_AT_ONCE}))`.execute(db),
  )

const clearResults = (db: Db, key: number): Promise<boolean> =>
  deleteOldest(db, { projectKey: key, from: 0, to: null, details: 'with results' }).then((end) => end !== null)

const clearRollups = async (db: Db, key: number): Promise<boolean> => {
  const gone = await sql<{ target_key: number }>`
    delete from rollup where ctid = any(array(
      select ctid from rollup where project_key = ${key} limit ${ROLLUPS_AT_ONCE})) returning target_key`.execute(db)
  const targets = [...new Set(gone.rows.map(({ target_key }) => target_key))]
  if (targets.length === 0) return false
  await sql`delete from rollup_stale where target_key = any(${targets}::int[])`.execute(db)
  await sql`delete from destination where target_key = any(${targets}::int[])`.execute(db)
  await sql`delete from alert_waiting where target_key = any(${targets}::int[])`.execute(db)
  return true
}

/** Deletes notifications and their read marks. */
const clearNotifications = async (db: Db, key: number): Promise<boolean> => {
  const deleted = await sql`delete from notification where key = any(array(
    select key from notification where project_key = ${key} limit ${ROLLUPS_AT_ONCE}))`.execute(db)
  if (isSome(deleted)) return true
  await db.deleteFrom('notification_read').where('project_key', '=', key).execute()
  await db.deleteFrom('notification_mark').where('project_key', '=', key).execute()
  return false
}
