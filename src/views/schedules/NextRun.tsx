import { formats } from '../parts/text/format.ts'
import { countdownNow, useTicking } from '../parts/text/ticker.ts'
import type { Schedule } from './schedule-form.ts'
import { useNextRun } from './use-next-run.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

/** Why a schedule makes no runs; null while it does. */
const idleBecause = (schedule: Schedule, places: ScheduleLocations): string | null => {
  if (!schedule.enabled) return 'Paused'
  if (schedule.targets.length === 0) return 'No monitors'
  if (!places.known) return ''
  const locations = places.of(schedule)
  if (locations.length === 0) return 'No location'
  return locations.some(({ online }) => online) ? null : 'All offline'
}

/** When the next run is due, counted down. Without runs to come: why. `only` narrows to one monitor. */
export const NextRun = (props: { schedule: Schedule; places: ScheduleLocations; only?: string }) => {
  const { schedule, places, only } = props
  const next = useNextRun(schedule, places, only)
  const idle = idleBecause(schedule, places)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    const at = next(now)
    return at === null ? '' : at - now < 1000 ? 'now' : formats.ago(at, now)
  })
  return idle === null ? <span className="num">{text}</span> : <span className="muted">{idle}</span>
}
