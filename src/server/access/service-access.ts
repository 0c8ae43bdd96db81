import { sql } from 'kysely'
import type { Level } from '../../domain/core/access.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { Refusal } from '../refusal.ts'
import type { Db } from '../store/core/database.ts'
import { joinMembership } from '../store/core/entry.ts'
import type { Caller } from './caller.ts'

const USE_NOTED_EVERY_MS = 60_000

type Row = {
  key_id: string
  expires: number | null
  last_used: number | null
  account_id: string
  name: string
  org_id: string
  project_key: number | null
  project_id: string
  access_level: Level | null
}

/** Returns the service account with this key, in the project of the request; null if there is none, a refusal if the key expired. */
export const byServiceKey = async (
  db: Db,
  hash: Buffer,
  projectId: string | undefined,
  now: number,
): Promise<Caller | Refusal | null> => {
  const { rows } = await sql<Row>`
    select k.id as key_id, k.expires, k.last_used, a.id as account_id, a.name, a.service_org_id as org_id,
      p.key as project_key, p.id as project_id, g.access_level
    from service_key k join account a on a.id = k.account_id
    left join project p on p.id = ${projectId ?? null} and p.removed is null
    ${joinMembership(sql`a.id`)}
    where k.hash = ${hash} and a.service_org_id is not null`.execute(db)
  const row = rows[0]
  if (!row) return null
  if (row.expires !== null && row.expires <= now)
    return new Refusal(
      401,
      'unauthenticated',
      `This key of the service account “${row.name}” expired at ${formatTime(row.expires)}: an ADMIN of its organization can create a new one.`,
    )
  if ((row.last_used ?? 0) < now - USE_NOTED_EVERY_MS)
    await db.updateTable('service_key').set({ last_used: now }).where('id', '=', row.key_id).execute()
  const { project_key: key, project_id: id, org_id: orgId, access_level: level } = row
  return {
    kind: 'service',
    keyId: row.key_id,
    accountId: row.account_id,
    entered: key === null || level === null ? null : { project: { key, id, orgId }, level },
  }
}
