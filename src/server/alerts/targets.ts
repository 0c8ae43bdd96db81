import { sql } from 'kysely'
import type { SignalDoc } from '../store/alerts/signals.ts'
import type { Db } from '../store/core/database.ts'

/** The data of a monitor, workflow or standing condition that alerts and their messages need. */
export type AlertTarget = {
  key: number
  kind: 'monitor' | 'workflow' | 'signal'
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
  /** For a standing condition: what it says. */
  signal: SignalDoc | null
  /** The id that alerts for one monitor cover. */
  covered_id: string
}

/** Reads the monitors, workflows and standing conditions with these keys. A workflow has no URL. */
export const targetsOf = async (db: Db, keys: readonly number[]): Promise<Map<number, AlertTarget>> => {
  const { rows } = await sql<AlertTarget>`
    select o.key, o.kind, o.id, o.project_key, p.id as project_id, o.name, o.doc #>> '{meta,description}' as description,
      o.doc #> '{meta,tags}' as tags, coalesce(o.doc #>> '{request,url}', '') as url, o.doc #>> '{meta,workspace}' as workspace, p.org_id,
      case when o.kind = 'signal' then o.doc end as signal,
      case when o.kind = 'signal' then coalesce(o.doc ->> 'monitor_id', o.id) else o.id end as covered_id
    from object o join project p on p.key = o.project_key where o.kind in ('monitor', 'workflow', 'signal') and o.key = any(${[...keys]}::int[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.key, row]))
}
