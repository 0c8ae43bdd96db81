import { sql } from 'kysely'
import type { Db } from '../core/database.ts'

/** A time at which a webhook was snoozed. */
export type Snoozed = { readonly webhook_id: string; readonly time: number }

const nameOf = ({ webhook_id, time }: Snoozed): string => `${webhook_id} ${time}`

/** Returns a function from such a time to the name of the person who snoozed the webhook, from the audit log; null if unknown. */
export const snoozersOf = async (
  db: Db,
  projectKey: number,
  moments: readonly Snoozed[],
): Promise<(moment: Snoozed) => string | null> => {
  if (moments.length === 0) return () => null
  const asked = moments.map(({ webhook_id, time }) => ({ webhook_id, time }))
  const { rows } = await sql<Snoozed & { name: string | null }>`
    select m.webhook_id, m.time, coalesce(a.name, k.name) as name
    from json_to_recordset(${JSON.stringify(asked)}::json) as m(webhook_id text, time bigint)
    cross join lateral (
      select actor from audit where chain = ${projectKey} and resource ->> 'id' = m.webhook_id and time <= m.time
        and action = 'webhook.snooze' order by time desc, key desc limit 1) e
    left join account a on e.actor ->> 'kind' = 'account' and a.id = e.actor ->> 'id'
    left join api_key k on e.actor ->> 'kind' = 'api_key' and k.id = e.actor ->> 'id'`.execute(db)
  const names = new Map(rows.map((row) => [nameOf(row), row.name]))
  return (moment) => names.get(nameOf(moment)) ?? null
}
