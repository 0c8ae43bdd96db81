import type { Database } from './core/database.ts'
import { deleteOldEvents } from './core/events.ts'
import { clearRemoved } from './projects/project-removal.ts'
import { COMPACTION_EVERY_MS, compact } from './statistics/compaction.ts'

/** The loops that derive rollups, delete old live events, and delete the remains of removed projects. */
export const storeLoops = ({ database, clock }: { readonly database: Database; readonly clock: () => number }) => {
  const { db } = database
  return [
    { name: 'compaction', everyMs: COMPACTION_EVERY_MS, stops: 'work', work: () => compact(database, clock()) },
    { name: 'events', everyMs: 60_000, stops: 'work', work: () => deleteOldEvents(db, clock()) },
    { name: 'removal', everyMs: 60_000, stops: 'work', work: () => clearRemoved(db) },
  ] as const
}
