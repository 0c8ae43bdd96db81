import { sql } from 'kysely'
import type { Db } from '../store/core/database.ts'

/** The data of a monitor or workflow that alerts and their messages need. */
export type AlertTarget = {
  key: number
  kind: 'monitor' | 'workflow'
  id: string
  project_key: number
  project_id: string
  name: string
  description: string | null
  tags: string[]
  url: string
  /** The environment of its variables. */
  workspace: string
  org_id: string | null
}

/** Reads the monitors and workflows with these keys. A workflow has no URL. */
export const targetsOf = async (db: Db, keys: readonly number[]): Promise<Map<number, AlertTarget>> => {
  const { rows } = await sql<AlertTarget>`
    select o.key, o.kind, o.id, o.project_key, p.id as project_id, o.name, o.doc #>> '{meta,description}' as description,
      o.doc #> '{meta,tags}' as tags, coalesce(o.doc #>> '{request,url}', '') as url, o.doc #>> '{meta,workspace}' as workspace, p.org_id
    from object o join project p on p.key = o.project_key where o.kind in ('monitor', 'workflow') and o.key = any(${[...keys]}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}
