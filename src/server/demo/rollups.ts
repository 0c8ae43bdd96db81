import { HOUR_MS, type Period, periodStart } from '../../domain/core/periods.ts'
import { PERIOD_KINDS } from '../store/statistics/marks.ts'
import type { RollupToWrite } from '../store/statistics/rollup-writing.ts'
import { addRollup, emptyRollup, type Rollup } from '../store/statistics/rollups.ts'
import { ALL_LOCATIONS } from '../store/statistics/sum-rows.ts'

/** Builds a project's rollups from hours as they arrive, and returns each as soon as its period is over. */
export type RollupBuilder = {
  /** Adds a complete hour of a monitor and location. Hours must come in order. */
  addHour(hour: Rollup): void
  /** Returns the rollups complete at `now`, or all remaining ones at the end; each row once. */
  take(now: number | null): RollupToWrite[]
}

const LONGER: readonly Period[] = ['DAY', 'WEEK', 'MONTH']

/** Builds the rows that ingest and compaction would have made. */
export const rollupBuilder = (projectKey: number): RollupBuilder => {
  const open = new Map<string, { period: Period; rollup: Rollup }>()
  const ready: RollupToWrite[] = []
  const merge = (period: Period, hour: Rollup, location: number) => {
    const start = periodStart(period, hour.start)
    const name = `${period} ${hour.target_key} ${location} ${start}`
    const known = open.get(name) ?? { period, rollup: emptyRollup(hour.target_key, location, start) }
    open.set(name, known)
    addRollup(known.rollup, hour)
  }
  return {
    addHour(hour) {
      ready.push({ kind: PERIOD_KINDS.HOUR, projectKey, rollup: hour })
      merge('HOUR', hour, ALL_LOCATIONS)
      for (const period of LONGER) {
        merge(period, hour, hour.location_key)
        merge(period, hour, ALL_LOCATIONS)
      }
    },
    take(now) {
      for (const [name, { period, rollup }] of open) {
        if (now !== null && periodStart(period, now) === rollup.start) continue
        if (now !== null && period === 'HOUR' && rollup.start > now - HOUR_MS) continue
        open.delete(name)
        ready.push({ kind: PERIOD_KINDS[period], projectKey, rollup })
      }
      return ready.splice(0)
    },
  }
}
