import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** Bytes of a project's documents, as text. */
export type DocumentUse = {
  readonly used: number
  /** Bytes that the current transaction has added; negative where it removed more. */
  readonly added: number
  /** Whether only accounts without a confirmed address own the project. */
  readonly held: boolean
}

/** Reads the bytes of a project's documents, within a transaction. */
export const documentUse = async (db: Db, projectKey: number): Promise<DocumentUse> => {
  const { rows } = await sql<DocumentUse>`
    select coalesce(sum(u.bytes), 0)::bigint as used,
      coalesce(sum(u.bytes) filter (where u.xmin = pg_current_xact_id_if_assigned()::xid), 0)::bigint as added,
      coalesce((select held from project where key = ${projectKey}), false) as held
    from document_use u where u.project_key = ${projectKey}`.execute(db)
  return rows[0] ?? { used: 0, added: 0, held: false }
}

/** Replaces the rows of each project by their sum, and drops those of projects that are gone. */
export const sumDocumentUse = async (db: Db): Promise<void> => {
  await sql`
    with many as (select project_key from document_use group by 1
        having count(*) > 1 or not exists (select from project where key = project_key)),
      gone as (delete from document_use u using many m where u.project_key = m.project_key returning u.project_key, u.bytes)
    insert into document_use (project_key, bytes)
    select project_key, sum(bytes) from gone where exists (select from project where key = project_key)
    group by 1 having sum(bytes) <> 0`.execute(db)
}
