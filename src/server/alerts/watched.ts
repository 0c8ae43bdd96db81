import { sql } from 'kysely'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'

/** Reads the alerts of these projects, the oldest first: of several that tell the same, the oldest tells. */
export const webhooksOf = async (db: Db, projectKeys: readonly number[]): Promise<Stored<WebhookDoc>[]> => {
  const { rows } = await sql<Stored<WebhookDoc>>`
    select key, id, project_key, name, doc, owner, created, last_update from object
    where kind = 'webhook' and project_key = any(${[...projectKeys]}::int[]) order by key`.execute(db)
  return rows
}
