import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { remember } from '../core/installation.ts'
import type { SecretCipher } from '../core/secret-cipher.ts'
import { maskPairs } from '../secrets/secret-pairs.ts'
import { changeMonitor, type MonitorDoc } from './monitors.ts'

/** Raised whenever the list of secret names grows (`src/domain/secrets/secret-names.ts`). */
const NAMES = 2
const BATCH = 500

/** Tables of monitors: a deleted monitor can be restored. */
const TABLES = ['object', 'deleted_monitor'] as const

/**
 * Encrypts plain values of older monitors whose names now count as secret, once per change of the list. Logs how many monitors changed;
 * nothing else is recorded, because their documents mean the same.
 */
export const adoptSecrets = async (db: Db, sealing: SecretCipher, log: (line: string) => void): Promise<void> => {
  await remember(db, `secret_names_${NAMES}`, async () => {
    let monitors = 0
    for (const table of TABLES)
      for (let after: number | null = 0; after !== null; ) {
        const batch: { last: number | null; changed: number } = await adoptBatch(db, sealing, table, after)
        monitors += batch.changed
        after = batch.last
      }
    if (monitors > 0) log(`encrypted the secrets of ${monitors} monitors that were stored in plain text`)
    return { monitors }
  })
}

const adoptBatch = (
  db: Db,
  sealing: SecretCipher,
  name: (typeof TABLES)[number],
  after: number,
): Promise<{ last: number | null; changed: number }> =>
  db.transaction().execute(async (tx) => {
    const table = sql.table(name)
    const isMonitor = name === 'object' ? sql`kind = 'monitor'` : sql`true`
    const { rows } = await sql<{ key: number; doc: MonitorDoc }>`
      select key, doc from ${table} where ${isMonitor} and key > ${after} order by key limit ${BATCH}
      for no key update`.execute(tx)
    const changed = rows.flatMap(({ key, doc }) => {
      const sealed = resealed(doc, sealing)
      return sealed ? [{ key, doc: sealed }] : []
    })
    if (changed.length > 0)
      await sql`
        update ${table} as m set doc = row.doc from json_to_recordset(${JSON.stringify(changed)}::json) as row(key int, doc jsonb)
        where m.key = row.key`.execute(tx)
    return { last: rows.at(-1)?.key ?? null, changed: changed.length }
  })

/** Returns the document as it would be stored today; null if unchanged. */
const resealed = (doc: MonitorDoc, sealing: SecretCipher): MonitorDoc | null => {
  const { url, parameters, headers } = doc.request
  const asked = { url, parameters: maskPairs(parameters), headers: maskPairs(headers) }
  const { doc: changed, problems } = changeMonitor(doc, { request: asked }, sealing)
  const { request } = changed
  // A value equal to the mask was entered as such and stays.
  if (problems.some(({ field }) => field.endsWith('.value'))) return null
  const before = [url, parameters, headers]
  const now = [request.url, request.parameters, request.headers]
  return JSON.stringify(before) === JSON.stringify(now) ? null : { ...doc, request }
}
