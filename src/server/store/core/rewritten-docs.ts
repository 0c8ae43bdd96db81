import { sql } from 'kysely'
import type { Db } from './database.ts'

const BATCH = 500

/** Stored documents: of a kind of object, or the archive of deleted monitors. */
export type DocsOf = { readonly table: 'object'; readonly kind: string } | { readonly table: 'deleted_monitor' }

/**
 * Rewrites stored documents in batches, each in a transaction, and returns how many have changed. `rewritten` returns a document as it is to
 * be stored, or null to leave it as it is.
 */
export const rewriteDocs = async <Doc>(db: Db, of: DocsOf, rewritten: (doc: Doc) => Doc | null): Promise<number> => {
  let count = 0
  for (let after: number | null = 0; after !== null; ) {
    const batch: { last: number | null; changed: number } = await rewriteBatch(db, of, after, rewritten)
    count += batch.changed
    after = batch.last
  }
  return count
}

const rewriteBatch = <Doc>(
  db: Db,
  of: DocsOf,
  after: number,
  rewritten: (doc: Doc) => Doc | null,
): Promise<{ last: number | null; changed: number }> =>
  db.transaction().execute(async (tx) => {
    const table = sql.table(of.table)
    const isOfKind = of.table === 'object' ? sql`kind = ${of.kind}` : sql`true`
    const { rows } = await sql<{ key: number; doc: Doc }>`
      select key, doc from ${table} where ${isOfKind} and key > ${after} order by key limit ${BATCH}
      for no key update`.execute(tx)
    const changed = rows.flatMap(({ key, doc }) => {
      const next = rewritten(doc)
      return next ? [{ key, doc: next }] : []
    })
    if (changed.length > 0)
      await sql`
        update ${table} as o set doc = row.doc from json_to_recordset(${JSON.stringify(changed)}::json) as row(key int, doc jsonb)
        where o.key = row.key`.execute(tx)
    return { last: rows.at(-1)?.key ?? null, changed: changed.length }
  })
