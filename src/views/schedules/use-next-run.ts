import { useMemo } from 'react'
import { nextRun, phasesOf } from '../../domain/schedules/schedule-next.ts'
import { useCoverages } from '../downtimes/use-downtimes.ts'
import type { Schedule } from './schedule-form.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

/** After this many downtimes without a run between them there is none to show. */
const MOST_DOWNTIMES = 100

type Timed = Pick<Schedule, 'id' | 'frequency' | 'targets' | 'regions' | 'locations' | 'enabled' | 'created'>

/**
 * When a schedule's next run is due after a moment (milliseconds), from the same arithmetic that the server makes its runs by: it
 * needs no reading. Locations that are offline make no runs, and none is made in a downtime. `only` narrows to one of its monitors.
 */
export const useNextRun = (
  schedule: Timed,
  places: ScheduleLocations,
  only?: string,
): ((afterMs: number) => number | null) => {
  const { id, frequency, enabled, created } = schedule
  const locations = places
    .of(schedule)
    .filter(({ online }) => online)
    .map((location) => location.id)
    .join(' ')
  const { targets } = schedule
  const [coverage] = useCoverages([id])
  return useMemo(() => {
    const frequencyMs = frequency * 1000
    const startMs = Date.parse(created)
    const online = locations === '' || !enabled ? [] : locations.split(' ')
    const own = only === undefined ? targets : targets.filter((target) => target === only)
    const phases = phasesOf({ scheduleId: id, targets: own, locations: online, frequencyMs })
    const next = (afterMs: number) => nextRun(phases, { startMs, frequencyMs }, afterMs)
    return (afterMs) => {
      let at = next(afterMs)
      for (let skipped = 0; at !== null && skipped < MOST_DOWNTIMES; skipped++) {
        const until = coverage?.until(at) ?? null
        if (until === null) return at
        at = next(until - 1)
      }
      return null
    }
  }, [id, frequency, enabled, created, locations, targets, only, coverage])
}
