import { sql } from 'kysely'
import { instantText } from '../../domain/alerts/alert-message.ts'
import { tokenExpiryWords } from '../../domain/notifications/notification-words.ts'
import { togetherOrEach } from '../store/core/by-itself.ts'
import type { Database, Db } from '../store/core/database.ts'
import { eventBatch } from '../store/core/events.ts'
import { closeNotifications, notificationKinds, openNotifications } from '../store/notifications/notifications.ts'

const DAY_MS = 86_400_000

type Expiring = { key: number; name: string; project_key: number; expires: number }

/**
 * Takes the tokens that expire within a day (or half of a shorter lifetime), or did so within the last day, and that nothing refreshes:
 * each expiry once. A token that could not be refreshed was told of then.
 */
const takeExpiring = async (db: Db, projectKeys: readonly number[], now: number): Promise<Expiring[]> => {
  const { rows } = await sql<Expiring>`
    with ending as (
      select o.key, o.name, o.project_key, (o.doc ->> 'expires')::bigint as expires
      from object o join project p on p.key = o.project_key
      where o.kind = 'token' and o.project_key = any(${[...projectKeys]}::int[]) and p.removed is null and o.doc ->> 'problem' is null
        and (o.doc ->> 'expires')::bigint > ${now - DAY_MS}
        and (o.doc ->> 'expires')::bigint - least(${DAY_MS}::bigint,
          ((o.doc ->> 'expires')::bigint - coalesce((o.doc ->> 'issued')::bigint, o.created)) / 2) <= ${now}
        and o.doc ->> 'grant' not in ('client_credentials', 'jwt_bearer') and o.doc #> '{secrets,refresh_token}' is null),
    told as (
      insert into token_notice (token_key, expires) select key, expires from ending
      on conflict (token_key) do update set expires = excluded.expires where token_notice.expires <> excluded.expires
      returning token_key)
    select e.* from ending e join told t on t.token_key = e.key order by e.key`.execute(db)
  return rows
}

/** Notifies of tokens that expire and that nothing refreshes, each once, whatever number of servers look. */
export const notifyOfExpiringTokens = async (options: {
  readonly database: Database
  readonly now: number
  readonly announce: () => void
  readonly log: (line: string) => void
}): Promise<boolean> => {
  const { database, now, announce, log } = options
  const { rows: projects } = await sql<{ project_key: number }>`
    select distinct project_key from object where kind = 'token' and doc ->> 'expires' is not null`.execute(database.db)
  const { done } = await togetherOrEach(
    projects.map(({ project_key }) => project_key),
    { about: (key) => `token-expiry: project ${key}`, log },
    (keys) => notifyProjects(database, keys, now),
  )
  const isTold = done.includes(true)
  if (isTold) announce()
  return isTold
}

const notifyProjects = (database: Database, projectKeys: readonly number[], now: number): Promise<boolean> =>
  database.db.transaction().execute(async (db) => {
    const expiring = await takeExpiring(db, projectKeys, now)
    const events = eventBatch()
    const notices = expiring.map(({ key, name, project_key, expires }) => ({
      project_key,
      webhook_key: key,
      target_key: 0,
      location_key: 0,
      kind: notificationKinds.code('token'),
      result_id: null,
      category: null,
      times: 1,
      isMailed: true,
      ...tokenExpiryWords({ token: name, expires, until: instantText(expires), now }),
    }))
    await closeNotifications(db, notices)
    await openNotifications(db, notices, now)
    for (const { project_key } of expiring) events.tell(project_key, { type: 'notification' })
    return events.write(db, now)
  })
