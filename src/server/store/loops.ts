import type { Database } from './core/database.ts'
import { deleteOldEvents } from './core/events.ts'
import { sumUpLastDays } from './monitors/last-days.ts'
import { clearRemoved } from './projects/project-removal.ts'
import { COMPACTION_EVERY_MS, compact } from './statistics/compaction.ts'
import { olderHours } from './statistics/older-hours.ts'

type Options = { readonly database: Database; readonly clock: () => number; readonly log: (line: string) => void }

/** Soon after hours are summed up, for the home of projects is slow until then. */
const LAST_DAYS_EVERY_MS = 15_000

/** The loops that sum up results, delete old live events, and delete the remains of removed projects. */
export const storeLoops = ({ database, clock, log }: Options) => {
  const { db } = database
  return [
    { name: 'compaction', everyMs: COMPACTION_EVERY_MS, stops: 'work', work: () => compact(database, clock()) },
    { name: 'older hours', everyMs: 1_000, stops: 'work', work: olderHours({ database, clock, log }) },
    { name: 'last days', everyMs: LAST_DAYS_EVERY_MS, stops: 'work', work: () => sumUpLastDays(database, clock()) },
    { name: 'events', everyMs: 60_000, stops: 'work', work: () => deleteOldEvents(db, clock()) },
    { name: 'removal', everyMs: 60_000, stops: 'work', work: () => clearRemoved(db) },
  ] as const
}
