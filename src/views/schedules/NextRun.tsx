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

type NextRunProps = {
  schedule: Schedule
  places: ScheduleLocations
  /** Narrows to one monitor. */
  only?: string
  /** Words before the time: "Next run". */
  lead?: string
}

/** When the next run is due, counted down. Without runs to come: why. */
export const NextRun = ({ schedule, places, only, lead }: NextRunProps) => {
  const next = useNextRun(schedule, places, only)
  const idle = idleBecause(schedule, places)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    const at = next(now)
    return at === null ? '' : at - now < 1000 ? 'now' : formats.ago(at, now)
  })
  if (idle !== null) return <span className="muted">{idle}</span>
  return (
    <>
      {lead !== undefined && `${lead} `}
      <span className="num">{text}</span>
    </>
  )
}
