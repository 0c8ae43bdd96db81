import { hoursOfForm } from './hours-form.ts'
import { type Schedule, type ScheduleForm, scheduleForm, secondsOf } from './schedule-form.ts'

/** The interval of a form that has none yet. */
const SOME_SECONDS = 60

/** Whether the interval and hours of a form can be evaluated: their errors stand at their fields. */
const isSound = (form: ScheduleForm): boolean =>
  scheduleForm.problemsOf(form, form).every(({ field }) => !/^(hours|every|seconds)/.test(field))

/** A schedule as it would be once its form is saved, and on. `stored` is absent for a new one, whose due times are not known yet. */
export const draftedSchedule = (form: ScheduleForm, stored: Schedule | undefined) => ({
  id: stored?.id ?? '',
  created: stored?.created ?? '1970-01-01T00:00:00Z',
  frequency: isSound(form) ? secondsOf(form) : SOME_SECONDS,
  regions: form.regions,
  locations: form.locations,
  targets: form.targets,
  enabled: true,
  business_hours: isSound(form) ? hoursOfForm(form.hours) : null,
})
