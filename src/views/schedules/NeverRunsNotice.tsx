import { idleTargets, neverRuns } from '../../domain/schedules/never-runs.ts'
import {
  idleTargetsSentence,
  NEVER_RUNS_SENTENCES,
  shortHoursSentence,
} from '../../domain/schedules/never-runs-words.ts'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { draftedSchedule } from './drafted-schedule.ts'
import type { Schedule, ScheduleForm } from './schedule-form.ts'
import { useNextRun } from './use-next-run.ts'
import { useRests } from './use-rests.ts'
import { useRunScope } from './use-run-scope.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'
import { useShortHours } from './use-short-hours.ts'

type NeverRunsNoticeProps = {
  readonly form: ScheduleForm
  /** What is stored; absent for a new schedule, whose due times are not known yet. */
  readonly stored: Schedule | undefined
  readonly places: ScheduleLocations
}

const MINUTE_MS = 60_000

/** Above a schedule's form: says that it never runs, or may not run each target, and why. */
export const NeverRunsNotice = ({ form, stored, places }: NeverRunsNoticeProps) => {
  const drafted = draftedSchedule(form, stored)
  const [rests] = useRests([drafted])
  const next = useNextRun(drafted, places, { evenOffline: true })
  const scope = useRunScope(form, places)
  const idle = idleTargets(scope)
  // One text, so that the clock renders only what changes.
  const reasons = useTicking((clock) => {
    const now = Math.floor(clock / MINUTE_MS) * MINUTE_MS
    if (!rests || !places.known) return ''
    const all = neverRuns({ ...scope, rests, next: stored ? next(now) : undefined }, now)
    return all.map((reason) => NEVER_RUNS_SENTENCES[reason]).join('\n')
  })
  const shortest = useShortHours(drafted)
  if (!form.enabled) return null
  if (reasons !== '')
    return (
      <Notice kind="warning" title="This schedule never runs.">
        {reasons.split('\n').map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </Notice>
    )
  return (
    <>
      {places.known && idle > 0 && (
        <Notice kind="warning" title="Some targets never run.">
          {idleTargetsSentence(idle)}
        </Notice>
      )}
      {shortest !== null && (
        <Notice kind="warning" title="Some targets may never run.">
          {shortHoursSentence(formats.span(shortest))}
        </Notice>
      )}
    </>
  )
}
