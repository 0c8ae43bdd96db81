import { formatTime, parseTime } from '../../domain/core/wire-time.ts'
import { isTimeZone, wallClockAt } from '../../domain/core/zone-time.ts'
import {
  ALL_SCHEDULES,
  type DowntimeTimes,
  downtimeProblems,
  pastProblems,
} from '../../domain/downtimes/downtime-rules.ts'
import { firstWindowOf, type LocalDowntime, localText, momentOf, wallOf } from '../../domain/downtimes/local-times.ts'
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

/** The typed times on the wall clock of the time zone; null while a time is missing. */
export const localOf = ({ start, end, timezone, repeat }: TypedTimes): LocalDowntime | null => {
  const [startWall, endWall] = [wallOf(start), wallOf(end)]
  return startWall === null || endWall === null
    ? null
    : { startWall, endWall, everyDays: daysOf(repeat), timeZone: timezone }
}

/** The typed times in the notation of the API; a missing time is empty. */
export const timesOf = (typed: TypedTimes): DowntimeTimes => {
  const { start, end, timezone, repeat } = typed
  const repeat_days = daysOf(repeat)
  const rest = { repeated: repeat_days > 0, repeat_days, timezone }
  const local = localOf(typed)
  if (local && isTimeZone(timezone)) {
    const { startMs, endMs } = firstWindowOf(local)
    return { start_time: formatTime(startMs), end_time: formatTime(endMs), ...rest }
  }
  const at = (text: string): string => {
    const ms = isTimeZone(timezone) ? momentOf(text, timezone) : null
    return ms === null ? '' : formatTime(ms)
  }
  return { start_time: at(start), end_time: at(end), ...rest }
}

/** Whether clocks skip a typed time, so that both times of a window follow from each other. */
const isMovedByClocks = (typed: TypedTimes): boolean => {
  const local = localOf(typed)
  if (!local || !isTimeZone(typed.timezone)) return false
  const { startMs, endMs } = firstWindowOf(local)
  return (
    wallClockAt(startMs, typed.timezone) !== local.startWall || wallClockAt(endMs, typed.timezone) !== local.endWall
  )
}

/**
 * The times that an edited form stores. One that was not touched is left out: the form shows it by the minute, and of two equal local
 * times the first. `changed` are the words of the changed parts.
 */
export const editedTimes = (typed: TypedTimes, changed: readonly string[]): Partial<DowntimeTimes> => {
  const { start_time, end_time, ...rest } = timesOf(typed)
  const isMoved = changed.length > 0 && isMovedByClocks(typed)
  const isChanged = (part: string) => isMoved || changed.includes(part) || changed.includes('time zone')
  return { ...rest, ...(isChanged('start') && { start_time }), ...(isChanged('end') && { end_time }) }
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
