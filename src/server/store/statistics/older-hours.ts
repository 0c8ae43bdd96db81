import type { Database } from '../core/database.ts'
import { sumUpOlderHours } from './compaction.ts'

const TOLD_EVERY_MS = 10_000

type Options = { readonly database: Database; readonly clock: () => number; readonly log: (line: string) => void }

/** Sums up the hours of an older database again, a few at a time, and logs the progress. */
export const olderHours = ({ database, clock, log }: Options): (() => Promise<void>) => {
  let told: number | null = null
  let isDone = false
  return async () => {
    if (isDone) return
    const left = await sumUpOlderHours(database, clock())
    isDone = left === null
    if (left === null) {
      if (told !== null) log('Statistics: all hours are summed up with their phases, sizes and schedule lags.')
    } else if (told === null || clock() - told >= TOLD_EVERY_MS) {
      log(
        `Statistics: ${left} hours of monitors are still to be summed up again, with their phases, sizes and schedule lags.`,
      )
      told = clock()
    }
  }
}
