import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { runOfId } from '../results/runs.ts'

/** Reads the id of the project `p` that has an object, a result or an incident with this id; null if there is none that `mayEnter` lets the caller enter. */
export const projectOfObject = async (db: Db, mayEnter: RawBuilder<boolean>, id: string): Promise<string | null> => {
  const run = runOfId(id)
  // A result outlives its monitor.
  const keys = run
    ? sql`select project_key from object where key = ${run.target_key}
        union select project_key from result where target_key = ${run.target_key} and due = ${run.due}
          and location_key = ${run.location_key} and source = ${run.source} and attempt = ${run.attempt}`
    : sql`select project_key from object where id = ${id} union select project_key from incident where id = ${id}`
  const { rows } = await sql<{ id: string }>`
    select p.id from project p where p.key in (${keys}) and p.removed is null and ${mayEnter}`.execute(db)
  return rows[0]?.id ?? null
}
