import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { notificationKinds } from './notifications.ts'

const ALERTS = (['alert', 'recovery', 'pass'] as const).map(notificationKinds.code)

/** The newest alert of a project. `time`: when it was last reported. */
export type LastAlert = { readonly time: number; readonly title: string; readonly call_id: string | null }

/** Reads the newest alert of each project, by project key: one about a failure or a recovery. */
export const lastAlerts = async (db: Db, projectKeys: readonly number[]): Promise<Map<number, LastAlert>> => {
  const { rows } = await sql<LastAlert & { project_key: number }>`
    select p.key as project_key, n.last as time, n.title, o.id as call_id
    from unnest(${[...projectKeys]}::int[]) p(key) cross join lateral (
      select last, title, target_key from notification n where n.project_key = p.key
        and n.kind = any(${ALERTS}::smallint[]) order by n.key desc limit 1) n
      left join object o on o.key = n.target_key`.execute(db)
  return new Map(rows.map(({ project_key, ...alert }) => [project_key, alert]))
}
