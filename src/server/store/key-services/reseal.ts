import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { isSealed, type KeySource, type SecretCipher } from '../core/secret-cipher.ts'

/** Rows that are encrypted again at a time. */
const BATCH = 500

/** Encrypts every secret of a JSON document again. Throws a `KeyAway` where one cannot be opened. */
const resealed = (doc: unknown, sealing: SecretCipher): string =>
  JSON.stringify(doc, (_, value) => (isSealed(value) ? { ...value, ...sealing.seal(sealing.open(value)) } : value))

type Row = { readonly key: number; readonly doc: unknown }

/**
 * Encrypts the secrets of projects again: with the data key of `source`, or with the installation's key if it is null. All in the
 * transaction of `db`, so that an interruption leaves every secret as it was. Returns the number of documents and variables.
 */
export const resealProjects = async (
  db: Db,
  sealing: SecretCipher,
  projectKeys: readonly number[],
  source: KeySource | null,
): Promise<number> => {
  const keys = [...projectKeys]
  const again = (row: Row) => ({ key: row.key, doc: sealing.within(source, () => resealed(row.doc, sealing)) })
  const documents = await inBatches(async (after) => {
    const { rows } =
      await sql<Row>`select key, doc from object where project_key = any(${keys}::int[]) and key > ${after}
      and doc::text like '%"sealed"%' order by key limit ${BATCH} for update`.execute(db)
    await sql`update object o set doc = n.doc::jsonb
      from json_to_recordset(${JSON.stringify(rows.map(again))}::json) as n (key int, doc text) where o.key = n.key`.execute(
      db,
    )
    return rows
  })
  const variables = await inBatches(async (after) => {
    const { rows } = await sql<{ key: number; value: string }>`
      select v.key, v.value from variable v join environment e on e.key = v.environment_key
      where e.project_key = any(${keys}::int[]) and v.secret and v.key > ${after} order by v.key limit ${BATCH} for update of v`.execute(
      db,
    )
    const made = rows.map(({ key, value }) => ({
      key,
      value: sealing.within(source, () => sealing.seal(sealing.open({ sealed: value })).sealed),
    }))
    await sql`update variable v set value = n.value
      from json_to_recordset(${JSON.stringify(made)}::json) as n (key int, value text) where v.key = n.key`.execute(db)
    return rows
  })
  return documents + variables
}

/** Encrypts the client certificates of an organization again, as `resealProjects` does. */
const resealCertificates = async (
  db: Db,
  sealing: SecretCipher,
  orgId: string,
  source: KeySource | null,
): Promise<void> => {
  const { rows } =
    await sql<Row>`select key, doc from certificate where org_id = ${orgId} order by key for update`.execute(db)
  for (const { key, doc } of rows)
    await sql`update certificate set doc = ${sealing.within(source, () => resealed(doc, sealing))}::jsonb where key = ${key}`.execute(
      db,
    )
}

/** Encrypts all secrets of an organization again. */
export const resealOrganization = async (
  db: Db,
  sealing: SecretCipher,
  orgId: string,
  source: KeySource | null,
): Promise<number> => {
  const { rows } = await sql<{ key: number }>`select key from project where org_id = ${orgId}`.execute(db)
  await resealCertificates(db, sealing, orgId, source)
  return resealProjects(
    db,
    sealing,
    rows.map(({ key }) => key),
    source,
  )
}

const inBatches = async (work: (after: number) => Promise<readonly { readonly key: number }[]>): Promise<number> => {
  let count = 0
  let after = 0
  for (;;) {
    const rows = await work(after)
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return count
    after = last.key
  }
}
