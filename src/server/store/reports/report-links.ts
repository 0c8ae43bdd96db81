import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { hashOf, newSecret } from '../core/identifiers.ts'
import type { Stored } from '../core/objects.ts'
import type { Sealed, SecretCipher } from '../core/secret-cipher.ts'
import type { ReportDoc } from './reports.ts'

/** Public reports that a project may have. */
export const PUBLIC_REPORT_QUOTA = 20

/** Opens a public link to a report, in place of the one that it has. */
export const openLink = async (db: Db, sealing: SecretCipher, reportKey: number, now: number): Promise<void> => {
  const secret = newSecret()
  const values = { hash: hashOf(secret), token: JSON.stringify(sealing.sealOwn(secret)), created: now }
  await db
    .insertInto('report_link')
    .values({ report_key: reportKey, ...values })
    .onConflict((conflict) => conflict.column('report_key').doUpdateSet(values))
    .execute()
}

/** Closes the public link of a report; whether it had one. */
export const closeLink = async (db: Db, reportKey: number): Promise<boolean> => {
  const closed = await db.deleteFrom('report_link').where('report_key', '=', reportKey).executeTakeFirst()
  return closed.numDeletedRows > 0n
}

/** The secret parts of the public links of reports by their keys, still encrypted; absent without a link. */
export const linksOf = async (db: Db, reportKeys: readonly number[]): Promise<ReadonlyMap<number, Sealed>> => {
  if (reportKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_link')
    .select(['report_key', 'token'])
    .where('report_key', 'in', [...reportKeys])
    .execute()
  return new Map(rows.map(({ report_key, token }) => [report_key, token]))
}

/** The number of a project's public reports. */
export const countLinks = async (db: Db, projectKey: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_link l join object o on o.key = l.report_key where o.project_key = ${projectKey}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The report that a public link leads to; undefined for a link that does not exist, was closed, or is of a removed project. */
export const publicReport = async (db: Db, secret: string): Promise<Stored<ReportDoc> | undefined> => {
  const { rows } = await sql<Stored<ReportDoc>>`
    select o.key, o.id, o.project_key, o.name, o.doc, o.owner, o.created, o.last_update
    from report_link l join object o on o.key = l.report_key join project p on p.key = o.project_key
    where l.hash = ${hashOf(secret)} and p.removed is null`.execute(db)
  return rows[0]
}
