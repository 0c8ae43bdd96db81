import { sql } from 'kysely'
import type { Db } from '../store/database.ts'

/** A monitor, as far as alerts and their messages go. */
export type AlertTarget = {
  key: number
  id: string
  project_key: number
  name: string
  description: string | null
  tags: string[]
  url: string
}

/** The monitors with these keys. */
export const targetsOf = async (db: Db, keys: readonly number[]): Promise<Map<number, AlertTarget>> => {
  const { rows } = await sql<AlertTarget>`
    select key, id, project_key, name, doc #>> '{meta,description}' as description, doc #> '{meta,tags}' as tags,
      doc #>> '{request,url}' as url
    from object where kind = 'monitor' and key = any(${[...keys]}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.key, row]))
}
