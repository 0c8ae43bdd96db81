import { sql } from 'kysely'
import type { Project } from '../access/caller.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { type AuditedRequest, writeAudit } from './audit.ts'

/** A visit is noted once an hour, since a screen sends many requests. */
const NOTED_EVERY_MS = 3_600_000

/** Last known notes by account and project, so that most requests ask the store for nothing. */
const noted = new Map<string, number>()
const MOST_KNOWN = 10_000

/** Notes in a project's audit log that somebody who is no member enters it by a site permission: once an hour. */
export const recordSiteVisit = async (
  sealing: SecretCipher,
  request: AuditedRequest,
  project: Project,
): Promise<void> => {
  const { caller, now } = request
  if (caller.kind !== 'account') return
  const known = `${caller.accountId} ${project.key}`
  if ((noted.get(known) ?? 0) > now - NOTED_EVERY_MS) return
  await request.db.transaction().execute(async (db) => {
    // Of requests and servers that come here at the same time, one writes the entry.
    const { rows } = await sql<{ name: string }>`
      insert into site_visit (account_id, project_key, noted) values (${caller.accountId}, ${project.key}, ${now})
      on conflict (account_id, project_key) do update set noted = excluded.noted
        where site_visit.noted <= ${now - NOTED_EVERY_MS}
      returning (select name from project where key = ${project.key}) as name`.execute(db)
    const [row] = rows
    if (!row) return
    const resource = { type: 'project', id: project.id, name: row.name }
    await writeAudit(sealing, { ...request, db }, { action: 'project.enter', changes: [{ resource }], project })
  })
  if (noted.size >= MOST_KNOWN) noted.clear()
  noted.set(known, now)
}
