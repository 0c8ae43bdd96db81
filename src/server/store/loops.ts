import type { Database } from './core/database.ts'
import { deleteOldEvents } from './core/events.ts'
import { packIndexes } from './core/index-packing.ts'
import { sumUpLastDays } from './monitors/last-days.ts'
import { sumUpScopes } from './objectives/scope-loop.ts'
import { clearRemoved } from './projects/project-removal.ts'
import { clearExpired } from './projects/retention-clearing.ts'
import { COMPACTION_EVERY_MS, compact } from './statistics/compaction.ts'
import { olderHours } from './statistics/older-hours.ts'

type Options = { readonly database: Database; readonly clock: () => number; readonly log: (line: string) => void }

/** Soon after hours are summed up, for the home of projects is slow until then. */
const LAST_DAYS_EVERY_MS = 15_000

/**
 * The loops that sum up results and scopes of monitors, pack indexes of days that are over, and delete old live events, results past the retention of their project, and the
 * remains of removed projects.
 */
export const storeLoops = ({ database, clock, log }: Options) => {
  const { db } = database
  return [
    {
      name: 'compaction',
      everyMs: COMPACTION_EVERY_MS,
      stops: 'work',
      kind: 'upkeep',
      work: () => compact(database, clock()),
    },
    { name: 'scopes', everyMs: 30_000, stops: 'work', kind: 'upkeep', work: () => sumUpScopes(db, clock()) },
    { name: 'older hours', everyMs: 1_000, stops: 'work', kind: 'upkeep', work: olderHours({ database, clock, log }) },
    {
      name: 'last days',
      everyMs: LAST_DAYS_EVERY_MS,
      stops: 'work',
      kind: 'upkeep',
      work: () => sumUpLastDays(database, clock()),
    },
    // One at a time: after an update there are many.
    {
      name: 'index packing',
      everyMs: 60_000,
      stops: 'work',
      kind: 'upkeep',
      work: async () => void (await packIndexes(db, clock())),
    },
    { name: 'events', everyMs: 60_000, stops: 'work', kind: 'upkeep', work: () => deleteOldEvents(db, clock()) },
    { name: 'retention', everyMs: 60_000, stops: 'work', kind: 'upkeep', work: () => clearExpired(database, clock()) },
    { name: 'removal', everyMs: 60_000, stops: 'work', kind: 'upkeep', work: () => clearRemoved(db) },
  ] as const
}
