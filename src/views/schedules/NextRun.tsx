import { formats } from '../parts/text/format.ts'
import { countdownNow, useTicking } from '../parts/text/ticker.ts'
import type { Schedule } from './schedule-form.ts'
import { useNextRun } from './use-next-run.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

/** Why a schedule that could run makes no runs now; null while it does. */
const idleBecause = (schedule: Schedule, places: ScheduleLocations): string | null => {
  if (!schedule.enabled) return 'Paused'
  if (!places.known) return ''
  const locations = places.of(schedule)
  return locations.length === 0 || locations.some(({ online }) => online) ? null : 'All offline'
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
  const next = useNextRun(schedule, places, { only })
  const idle = idleBecause(schedule, places)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    const at = next(now)
    if (at !== null) return at - now < 1000 ? 'now' : formats.ago(at, now)
    return ''
  })
  if (idle !== null) return <span className="muted">{idle}</span>
  if (text === '') return <span className="muted">{schedule.never_runs.length > 0 ? 'Never' : 'None due'}</span>
  return (
    <>
      {lead !== undefined && `${lead} `}
      <span className="num">{text}</span>
    </>
  )
}
