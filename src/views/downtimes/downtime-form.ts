import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { isTimeZone } from '../../domain/core/zone-time.ts'
import {
  ALL_SCHEDULES,
  type DowntimeTimes,
  downtimeProblems,
  pastProblems,
} from '../../domain/downtimes/downtime-rules.ts'
import { type LocalDowntime, localText, momentOf, wallOf } from '../../domain/downtimes/local-times.ts'
import { choice, text } from '../kit/form/field.ts'
import { recordTable } from '../kit/form/record-table.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { type DowntimeRow, readersZone } from './use-downtimes.ts'

const HOUR_MS = 3_600_000

/** The choices of a repetition. */
export const REPEATS = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Every day' },
  { value: '7', label: 'Every week' },
] as const

/** Repetition of a downtime in words. */
export const repeatWords = (days: DowntimeTimes['repeat_days']): string =>
  REPEATS.find(({ value }) => value === String(days))?.label ?? ''

/** The times of a downtime as they are typed. */
export type TypedTimes = {
  readonly start: string
  readonly end: string
  readonly timezone: string
  readonly repeat: string
}

/** 0, 1 or 7: the choices have no other value. */
const daysOf = (repeat: string): DowntimeTimes['repeat_days'] => (repeat === '1' ? 1 : repeat === '7' ? 7 : 0)

/** The typed times in the notation of the API; a missing time is empty. */
export const timesOf = ({ start, end, timezone, repeat }: TypedTimes): DowntimeTimes => {
  const at = (local: string): string => {
    const ms = isTimeZone(timezone) ? momentOf(local, timezone) : null
    return ms === null ? '' : formatTime(ms)
  }
  const repeat_days = daysOf(repeat)
  return { start_time: at(start), end_time: at(end), repeated: repeat_days > 0, repeat_days, timezone }
}

/** The typed times on the wall clock of the time zone; null while a time is missing. */
export const localOf = ({ start, end, timezone, repeat }: TypedTimes): LocalDowntime | null => {
  const [startWall, endWall] = [wallOf(start), wallOf(end)]
  return startWall === null || endWall === null
    ? null
    : { startWall, endWall, everyDays: daysOf(repeat), timeZone: timezone }
}

/** Field errors of missing times. */
export const missingTimes = ({ start, end }: TypedTimes) => [
  ...(start === '' ? [{ field: 'start', message: 'Choose when it starts.' }] : []),
  ...(end === '' ? [{ field: 'end', message: 'Choose when it ends.' }] : []),
]

/** A downtime's form. Its times are local times of its time zone. */
export const downtimeForm = recordTable<DowntimeRow>()({
  fields: {
    name: text({ label: 'Name', placeholder: 'Nightly backup', maxLength: 400, paths: ['downtime.name'] }),
    schedule: choice({ label: 'For', options: [], blank: ALL_SCHEDULES }),
    start: text({ label: 'Start', type: 'datetime-local', paths: ['downtime.start_time'] }),
    end: text({ label: 'End', type: 'datetime-local', paths: ['downtime.end_time'] }),
    timezone: choice({ label: 'Time zone', options: [], paths: ['downtime.timezone'] }),
    repeat: choice({
      label: 'Repeats',
      part: 'repeat',
      options: REPEATS,
      blank: '0',
      paths: ['downtime.repeat_days', 'downtime.repeated'],
    }),
  },
  read: ({ meta, schedule: { start_time, end_time, timezone, repeat_days } }) => ({
    name: meta.name,
    schedule: meta.schedule_id,
    start: localText(parseTime(start_time) ?? 0, timezone),
    end: localText(parseTime(end_time) ?? 0, timezone),
    timezone,
    repeat: String(repeat_days),
  }),
  write: ({ name }, form) => ({ name, ...timesOf(form) }),
  rules: ({ name, ...times }, form, base) => {
    const absent = missingTimes(form)
    const isMissing = (field: string) => absent.some((each) => `downtime.${each.field}_time` === field)
    const wrong = downtimeProblems(name, times)
    // An end that is wrong already is not reported twice.
    const past = pastProblems(timesOf(base), times, Date.now()).filter(
      ({ field }) => !wrong.some((other) => other.field === field),
    )
    const rules = [...wrong, ...past]
    return [...absent, ...rules.filter(({ field }) => !isMissing(field))]
  },
})

/** A downtime as its form holds it. */
export type DowntimeForm = ReturnType<typeof downtimeForm.formOf>

/** The open form of a downtime. */
export type DowntimeFormState = RecordFormState<DowntimeForm, keyof typeof downtimeForm.fields>

/** The next full hour, by the reader's clock. */
export const newTimes = (nowMs: number): Pick<TypedTimes, 'start' | 'end' | 'timezone'> => {
  const timezone = readersZone()
  const startMs = Math.ceil((nowMs + 1) / HOUR_MS) * HOUR_MS
  return { timezone, start: localText(startMs, timezone), end: localText(startMs + HOUR_MS, timezone) }
}

/** A new downtime: the next full hour. */
export const newDowntimeForm = (schedule: string, nowMs: number): DowntimeForm => ({
  ...downtimeForm.blank,
  ...newTimes(nowMs),
  schedule: schedule === '' ? ALL_SCHEDULES : schedule,
})
