import { sql } from 'kysely'
import type { LiveEvent } from '../../../contract/live/live.ts'
import type { Db } from './database.ts'

/** Time within which an interrupted stream can be resumed. */
export const RESUMABLE_MS = 600_000
/** Extra retention for clock differences between servers and for long transactions. */
const KEPT_MS = RESUMABLE_MS + 120_000

/** Collects the events of one transaction. */
export type EventBatch = {
  tell(projectKey: number, event: LiveEvent): void
  /** Whether a project has events. */
  has(projectKey: number): boolean
  /** Stores the events in their transaction; returns whether there were any. */
  write(db: Db, now: number): Promise<boolean>
}

export const eventBatch = (): EventBatch => {
  const told = new Map<number, LiveEvent[]>()
  return {
    tell(projectKey, event) {
      const events = told.get(projectKey)
      if (events) events.push(event)
      else told.set(projectKey, [event])
    },
    has: (projectKey) => told.has(projectKey),
    async write(db, now) {
      if (told.size === 0) return false
      const rows = [...told].map(([project_key, events]) => ({
        project_key,
        time: now,
        body: JSON.stringify(events),
      }))
      await db.insertInto('event').values(rows).execute()
      return true
    },
  }
}

/** The events of one transaction and project; `body` is a JSON array. */
export type EventRow = { key: number; project_key: number; body: string }

/** Returns the current snapshot in PostgreSQL's form: `xmin:xmax:xip,…`. */
export const currentSnapshot = async (db: Db): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select pg_current_snapshot()::text as now`.execute(db)
  return rows[0]?.now ?? ''
}

/**
 * Returns the rows that became visible in these projects since the snapshot `seen`, and the snapshot up to which they are complete; one
 * statement, so that both are consistent. A transaction that commits late is new when it commits, whatever its number; a long open one
 * delays nobody.
 */
export const eventsSince = async (
  db: Db,
  seen: string,
  projectKeys: readonly number[],
): Promise<{ upTo: string; rows: EventRow[] }> => {
  const { rows } = await sql<EventRow & { now: string; key: number | null }>`
    select s.now::text as now, e.key, e.project_key, e.body from (select pg_current_snapshot() as now) s
    left join event e on e.tx >= pg_snapshot_xmin(${seen}::pg_snapshot) and not pg_visible_in_snapshot(e.tx, ${seen}::pg_snapshot)
      and e.project_key = any(${[...projectKeys]}::int[])
    order by e.key`.execute(db)
  return { upTo: rows[0]?.now ?? seen, rows: rows.filter((row) => row.key !== null) }
}

/** Returns at most `limit` rows, from the key `from`, that became visible in a project between two snapshots. */
export const eventsBetween = async (
  db: Db,
  asked: { projectKey: number; seen: string; upTo: string; from: number; limit: number },
): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select key, project_key, body from event
    where project_key = ${asked.projectKey} and key >= ${asked.from}
      and tx >= pg_snapshot_xmin(${asked.seen}::pg_snapshot) and not pg_visible_in_snapshot(tx, ${asked.seen}::pg_snapshot)
      and tx < pg_snapshot_xmax(${asked.upTo}::pg_snapshot) and pg_visible_in_snapshot(tx, ${asked.upTo}::pg_snapshot)
    order by key limit ${asked.limit}`.execute(db)
  return rows
}

/** Deletes rows that no stream can resume from any more. */
export const deleteOldEvents = (db: Db, now: number) =>
  db
    .deleteFrom('event')
    .where('time', '<', now - KEPT_MS)
    .execute()
