import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { ORGANIZATION } from './window-origins.ts'
import { cutWindows, rewriteWindows } from './written-windows.ts'

type Sql = ReturnType<typeof sql>

/** Whether an organization downtime `d` covers a project `p`, as SQL. */
const covers = sql`(p.org_id = d.org_id and p.removed is null
  and (d.doc -> 'project_ids' = '[]'::jsonb or d.doc -> 'project_ids' ? p.id))`

/** Narrows to one downtime, or to one project. */
type Only = { readonly downtimeKey?: number; readonly projectKey?: number }

const narrowed = (column: Sql, key: number | undefined): Sql =>
  key === undefined ? sql`true` : sql`${column} = ${key}`

/**
 * Adds projects that organization downtimes have come to cover, from now on, and removes those that they cover no more: projects are
 * created, and move from one organization to another.
 */
export const coverProjects = async (db: Db, now: number, only: Only = {}): Promise<void> => {
  const { rows: added } = await sql<{ key: number; project_key: number; schedule_key: null; doc: unknown }>`
    insert into organization_downtime_project as c (key, project_key, until)
    select d.key, p.key, ${now}::bigint from organization_downtime d join project p on ${covers}
    where ${narrowed(sql`d.key`, only.downtimeKey)} and ${narrowed(sql`p.key`, only.projectKey)}
      and not exists (select from organization_downtime_project c where c.key = d.key and c.project_key = p.key)
    order by d.key, p.key on conflict do nothing
    returning c.key, c.project_key, c.schedule_key, (select doc from organization_downtime d where d.key = c.key) as doc`.execute(
    db,
  )
  for (const { key, doc, project_key, schedule_key } of added)
    await rewriteWindows(db, ORGANIZATION, { key, doc }, { covered: [{ project_key, schedule_key }], now })
  const { rows: removed } = await sql<{ key: number; project_key: number }>`
    delete from organization_downtime_project c using organization_downtime d, project p
    where d.key = c.key and p.key = c.project_key and ${covers} is not true
      and ${narrowed(sql`c.key`, only.downtimeKey)} and ${narrowed(sql`c.project_key`, only.projectKey)}
    returning c.key, c.project_key`.execute(db)
  for (const { key, project_key } of removed)
    await cutWindows(db, key, now, { origin: ORGANIZATION, projectKeys: [project_key] })
}
