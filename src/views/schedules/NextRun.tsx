import { NEVER_RUNS_SENTENCES, NEVER_RUNS_WORDS, type NeverRuns, neverRuns } from '../../domain/schedules/never-runs.ts'
import { tip } from '../parts/overlay/tip.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { countdownNow, useTicking } from '../parts/text/ticker.ts'
import type { Schedule } from './schedule-form.ts'
import { useNextRun } from './use-next-run.ts'
import { useRests } from './use-rests.ts'
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

/** Says that a schedule never runs, and why on hover and to screen readers. */
const NeverRunsBadge = ({ reason }: { reason: NeverRuns }) => (
  <span {...tip(NEVER_RUNS_SENTENCES[reason])}>
    <Badge category="WARNING" word={NEVER_RUNS_WORDS[reason]} look="plain" />
    <span className="sr">{`: ${NEVER_RUNS_SENTENCES[reason]}`}</span>
  </span>
)

/** When the next run is due, counted down. Without runs to come: why. */
export const NextRun = ({ schedule, places, only, lead }: NextRunProps) => {
  const next = useNextRun(schedule, places, { only })
  const [rests] = useRests([schedule])
  const idle = idleBecause(schedule, places)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    const at = next(now)
    if (at !== null) return at - now < 1000 ? 'now' : formats.ago(at, now)
    const facts = { targets: schedule.targets.length, locations: places.of(schedule).length, next: at }
    return (rests && neverRuns({ ...facts, rests }, now)) ?? ''
  })
  if (idle !== null) return <span className="muted">{idle}</span>
  if (isReason(text)) return <NeverRunsBadge reason={text} />
  return (
    <>
      {lead !== undefined && `${lead} `}
      <span className="num">{text}</span>
    </>
  )
}

const isReason = (text: string): text is NeverRuns => Object.hasOwn(NEVER_RUNS_WORDS, text)
