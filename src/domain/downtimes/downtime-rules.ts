import { DAY_MS } from '../core/periods.ts'
import { type Problem, type ProblemCode, problem } from '../core/problem.ts'
import { formatTime, parseTime } from '../core/wire-time.ts'
import { isTimeZone, wallClockAt } from '../core/zone-time.ts'
import type { Downtime } from './downtime-windows.ts'

/** The fields of a downtime that say when it holds. Times are as on the wire. */
export type DowntimeTimes = {
  readonly start_time: string
  readonly end_time: string
  readonly repeated: boolean
  /** Days from one window to the next: 0 (it holds once), 1 or 7. */
  readonly repeat_days: 0 | 1 | 7
  /** An IANA name. */
  readonly timezone: string
}

/** A downtime as it is to be created, or the parts of one that are to change. */
export type DowntimeDraft = Partial<DowntimeTimes> & { readonly name?: string }

/** In place of a schedule's id: all schedules of the project, also those that are created later. */
export const ALL_SCHEDULES = 'all'

export const DOWNTIME_DEFAULTS = {
  name: 'Downtime',
  times: { start_time: '', end_time: '', repeated: false, repeat_days: 0, timezone: 'UTC' },
} as const satisfies { name: string; times: DowntimeTimes }

/**
 * Downtimes of one schedule, and downtimes of all schedules, that may be to come or hold: the scheduler looks through them at every run.
 */
export const MOST_DOWNTIMES = 100

const EARLIEST_MS = Date.UTC(2000, 0, 1)
const LATEST_MS = Date.UTC(2200, 0, 1)

/** The times of a downtime after a change. `repeated` and `repeat_days` follow each other where only one is given. */
export const changedTimes = (before: DowntimeTimes, draft: DowntimeDraft): DowntimeTimes => {
  const repeated = draft.repeated ?? (draft.repeat_days === undefined ? before.repeated : draft.repeat_days > 0)
  return {
    start_time: canonical(draft.start_time ?? before.start_time),
    end_time: canonical(draft.end_time ?? before.end_time),
    repeated,
    repeat_days: draft.repeat_days ?? (repeated ? before.repeat_days : 0),
    timezone: draft.timezone ?? before.timezone,
  }
}

const canonical = (text: string): string => {
  const ms = parseTime(text)
  return ms === null ? text : formatTime(ms)
}

/** A downtime's times as instants. They are those of a downtime without problems. */
export const downtimeOf = ({ start_time, end_time, repeat_days, timezone }: DowntimeTimes): Downtime => ({
  startMs: parseTime(start_time) ?? 0,
  endMs: parseTime(end_time) ?? 0,
  everyDays: repeat_days,
  timeZone: timezone,
})

/** The path of a downtime's field. */
const pathOf = (field: string, within: string): string => (within === '' ? field : `${within}.${field}`)

/** Field errors of a downtime. `within` is the path of its fields, such as `downtime`; empty where they stand alone. */
export const downtimeProblems = (name: string | undefined, times: DowntimeTimes, within = 'downtime'): Problem[] => {
  const problems: Problem[] = []
  const add = (field: string, code: ProblemCode, says: string) => {
    problems.push(problem(pathOf(field, within), code, says))
  }
  if (name?.trim() === '') add('name', 'required', 'must not be empty.')
  for (const field of ['start_time', 'end_time'] as const) {
    const ms = parseTime(times[field])
    if (ms === null) add(field, 'invalid', 'must be a time such as 2026-01-05T02:00:00Z.')
    else if (ms < EARLIEST_MS || ms >= LATEST_MS) add(field, 'range', 'must be between the years 2000 and 2199.')
  }
  if (!isTimeZone(times.timezone)) add('timezone', 'unknown', 'must be the name of a time zone, such as Europe/Berlin.')
  if (times.repeated && times.repeat_days === 0)
    add('repeat_days', 'required', 'must be 1 (every day) or 7 (every week) for a downtime that repeats.')
  if (!times.repeated && times.repeat_days !== 0)
    add('repeat_days', 'invalid', 'must be 0 for a downtime that does not repeat.')
  if (problems.some(({ field }) => field !== pathOf('name', within))) return problems
  const { startMs, endMs, everyDays, timeZone } = downtimeOf(times)
  if (endMs <= startMs) add('end_time', 'range', 'must be later than the start.')
  else if (everyDays > 0 && lengthOnWall(startMs, endMs, timeZone) >= everyDays * DAY_MS)
    add('end_time', 'range', `must be less than ${everyDays === 1 ? 'a day' : 'a week'} after the start.`)
  return problems
}

/** Whether a downtime is over for good. */
export const isOver = ({ end_time, repeat_days }: DowntimeTimes, nowMs: number): boolean =>
  repeat_days === 0 && (parseTime(end_time) ?? nowMs + 1) <= nowMs

/**
 * Refuses a downtime that is over before it is saved. `before` is what is stored, whose end may stay in the past; null for a new
 * downtime.
 */
export const pastProblems = (
  before: DowntimeTimes | null,
  times: DowntimeTimes,
  nowMs: number,
  within = 'downtime',
): Problem[] => {
  const { end_time, repeat_days } = times
  if (before?.end_time === end_time && before.repeat_days === repeat_days) return []
  if (!isOver(times, nowMs)) return []
  return [problem(pathOf('end_time', within), 'range', 'must be in the future.')]
}

/** By the clock on the wall, which is what repeats: 23 hours across the night in which clocks go forward may be a day. */
const lengthOnWall = (startMs: number, endMs: number, timeZone: string): number =>
  Math.max(endMs - startMs, wallClockAt(endMs, timeZone) - wallClockAt(startMs, timeZone))
