import { sql } from 'kysely'
import { thresholdOf, WARNED_AT_DAYS } from '../../../domain/certificates/expiry.ts'
import { DAY_MS } from '../../../domain/core/periods.ts'
import { isVouchedFor } from '../accounts/accounts.ts'
import type { Db } from '../core/database.ts'

/** A certificate to be warned of, and the people who administer it. */
export type Expiring = {
  readonly name: string
  readonly subject: string
  readonly origins: readonly string[]
  readonly notAfter: number
  readonly orgId: string
  readonly organization: string
  readonly admins: readonly { readonly name: string; readonly email: string }[]
}

type Row = {
  key: number
  name: string
  subject: string
  origins: string[]
  not_after: number
  told: number | null
  org_id: string
  organization: string
}

/** Returns the organizations with certificates that people may have to be warned of. */
export const organizationsToWarn = async (db: Db, now: number): Promise<string[]> => {
  const { rows } = await sql<{ org_id: string }>`
    select distinct org_id from certificate
    where not_after <= ${now + WARNED_AT_DAYS[0] * DAY_MS} and (told is null or told > 0)`.execute(db)
  return rows.map(({ org_id }) => org_id)
}

/** Takes the certificates of organizations that have passed another threshold since people were last warned, and stores that threshold. */
export const takeExpiring = async (db: Db, orgIds: readonly string[], now: number): Promise<Expiring[]> => {
  const { rows } = await sql<Row>`
    select c.key, c.name, c.doc ->> 'subject' as subject, c.doc -> 'origins' as origins, c.not_after, c.told, c.org_id, o.name as organization
    from certificate c join organization o on o.id = c.org_id
    where c.not_after <= ${now + WARNED_AT_DAYS[0] * DAY_MS} and (c.told is null or c.told > 0)
      and c.org_id = any(${[...orgIds]}::text[])
    order by c.key for update of c skip locked`.execute(db)
  const expiring: Expiring[] = []
  for (const row of rows) {
    const threshold = thresholdOf(row.not_after, now)
    if (threshold === null || (row.told !== null && row.told <= threshold)) continue
    await sql`update certificate set told = ${threshold} where key = ${row.key}`.execute(db)
    const { rows: admins } = await sql<{ name: string; email: string }>`
      select a.name, a.email from organization_member m join account a on a.id = m.account_id
      where m.org_id = ${row.org_id} and m.role_id = 'ADMIN' and a.blocked is null and ${isVouchedFor}
      order by a.id`.execute(db)
    const { name, subject, origins, not_after: notAfter, org_id: orgId, organization } = row
    expiring.push({ name, subject, origins, notAfter, orgId, organization, admins })
  }
  return expiring
}
