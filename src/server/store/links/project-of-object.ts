import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../core/database.ts'
import { mayEnter } from '../projects/entry.ts'
import { runOfId } from '../results/runs.ts'

/** Reads the id of the project that has an object or a result with this id; null if there is none that the caller may enter. */
export const projectOfObject = async (db: Db, caller: Caller, id: string): Promise<string | null> => {
  const entry =
    caller.kind === 'account'
      ? mayEnter(caller.accountId, caller.sitePermission !== null)
      : caller.kind === 'api_key' && sql<boolean>`p.key = ${caller.project.key}`
  if (!entry) return null
  const run = runOfId(id)
  // A result outlives its monitor.
  const keys = run
    ? sql`select project_key from object where key = ${run.target_key}
        union select project_key from result where target_key = ${run.target_key} and due = ${run.due}
          and location_key = ${run.location_key} and source = ${run.source} and attempt = ${run.attempt}`
    : sql`select project_key from object where id = ${id}`
  const { rows } = await sql<{ id: string }>`
    select p.id from project p where p.key in (${keys}) and p.removed is null and ${entry}`.execute(db)
  return rows[0]?.id ?? null
}
