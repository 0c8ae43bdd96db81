import { useMemo } from 'react'
import { shortestStretch } from '../../domain/schedules/business-hours-stretch.ts'
import { NEVER_RUNS_SENTENCES, type NeverRuns, neverRuns } from '../../domain/schedules/never-runs.ts'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { hoursOfForm } from './hours-form.ts'
import { type Schedule, type ScheduleForm, scheduleForm, secondsOf } from './schedule-form.ts'
import { useNextRun } from './use-next-run.ts'
import { useRests } from './use-rests.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

type NeverRunsNoticeProps = {
  readonly form: ScheduleForm
  /** What is stored; absent for a new schedule, whose due times are not known yet. */
  readonly stored: Schedule | undefined
  readonly places: ScheduleLocations
}

const MINUTE_MS = 60_000

/** Whether hours can be evaluated: their errors stand at their fields. */
const isSound = (form: ScheduleForm): boolean =>
  scheduleForm.problemsOf(form, form).every(({ field }) => !/^(hours|every|seconds)/.test(field))

/** Beside a schedule's form: says that it never runs, or may not run each monitor, and why. */
export const NeverRunsNotice = ({ form, stored, places }: NeverRunsNoticeProps) => {
  const hours = isSound(form) ? hoursOfForm(form.hours) : null
  const seconds = isSound(form) ? secondsOf(form) : 60
  const drafted = {
    id: stored?.id ?? '',
    created: stored?.created ?? '1970-01-01T00:00:00Z',
    frequency: seconds,
    regions: form.regions,
    locations: form.locations,
    targets: form.targets,
    enabled: true,
    business_hours: hours,
  }
  const [rests] = useRests([drafted])
  const next = useNextRun(drafted, places, { evenOffline: true })
  const locations = places.of(form).length
  const reason = useTicking((clock) => {
    const now = Math.floor(clock / MINUTE_MS) * MINUTE_MS
    const facts = { targets: form.targets.length, locations, next: stored ? next(now) : undefined }
    return (rests && places.known && neverRuns({ ...facts, rests }, now)) || ''
  })
  const longest = useMemo(() => hours && shortestStretch(hours, Date.now()), [hours])
  if (!form.enabled) return null
  if (isReason(reason))
    return (
      <Notice kind="warning" title="This schedule never runs.">
        {NEVER_RUNS_SENTENCES[reason]}
      </Notice>
    )
  if (longest === null || seconds * 1000 <= longest) return null
  return (
    <Notice kind="warning" title="Some monitors may never run.">
      {`The interval is longer than the shortest business hours (${formats.span(longest)}), and runs are spread over the interval. Choose a shorter interval.`}
    </Notice>
  )
}

const isReason = (text: string): text is NeverRuns => Object.hasOwn(NEVER_RUNS_SENTENCES, text)
