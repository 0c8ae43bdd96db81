import { sql } from 'kysely'
import type { FoundSignal } from '../../../domain/alerts/signal.ts'
import type { Db } from '../core/database.ts'
import { newId } from '../core/identifiers.ts'
import { objectsOf, type Stored } from '../core/objects.ts'

/** A stored standing condition: its name is that of what it is about. */
export type SignalDoc = Pick<FoundSignal, 'kind' | 'item' | 'page' | 'text' | 'calm'> & {
  readonly monitor_id: string | null
  readonly meta: { readonly description: null; readonly tags: readonly string[]; readonly workspace: string }
  readonly request: { readonly url: string }
}

const stored = objectsOf<SignalDoc>('signal')

const docOf = ({ kind, item, page, text, calm, monitorId, tags, url }: FoundSignal): SignalDoc => ({
  kind,
  item,
  page,
  text,
  calm,
  monitor_id: monitorId,
  meta: { description: null, tags: [...tags], workspace: '' },
  request: { url },
})

/** Identifies a standing condition within its project. */
export const signalName = ({ kind, item }: Pick<FoundSignal, 'kind' | 'item'>): string => `${kind}:${item}`

/** Stores what was found, creating or rewriting; returns all standing conditions of the project by `signalName`, also those not found. */
export const keepSignals = async (
  db: Db,
  { projectKey, found, now }: { projectKey: number; found: readonly FoundSignal[]; now: number },
): Promise<Map<string, Stored<SignalDoc>>> => {
  const rows = found.map((one) => ({ id: newId(), name: one.name, doc: docOf(one) }))
  await sql`insert into object (id, project_key, kind, name, doc, owner, created, last_update)
    select id, ${projectKey}, 'signal', name, doc, '', ${now}::bigint, ${now}::bigint
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(id text, name text, doc jsonb)
    on conflict (project_key, (doc ->> 'kind'), (doc ->> 'item')) where kind = 'signal'
      do update set name = excluded.name, doc = excluded.doc, last_update = excluded.last_update`.execute(db)
  // What is said of a monitor goes with it, and nobody is told that it is over.
  await sql`delete from object o where o.project_key = ${projectKey} and o.kind = 'signal' and o.doc ->> 'monitor_id' is not null
    and not exists (select from object m where m.project_key = ${projectKey} and m.kind = 'monitor' and m.id = o.doc ->> 'monitor_id')`.execute(
    db,
  )
  const all = await stored.all(db, projectKey)
  return new Map(all.map((one) => [signalName(one.doc), one]))
}

/** Deletes standing conditions that have not been found for so long that no decision about them is kept, and that no alert is open for. */
export const dropOldSignals = async (db: Db, projectKey: number, foundBefore: number): Promise<void> => {
  await sql`delete from object o where o.project_key = ${projectKey} and o.kind = 'signal' and o.last_update < ${foundBefore}
    and not exists (select from alert_state s where s.target_key = o.key and s.state ->> 'value' in ('open', 'acknowledged'))`.execute(
    db,
  )
}
