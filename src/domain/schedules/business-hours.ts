import { DAY_MS } from '../core/periods.ts'
import { momentReached, wallClockAt } from '../core/zone-time.ts'
import type { Window } from '../downtimes/downtime-windows.ts'

/** Some days of the week from one local time to another. */
export type HoursWindow = {
  /** 1 (Monday) to 7 (Sunday). */
  readonly days: number[]
  /** `08:00` */
  readonly start: string
  /** `18:00`, up to `24:00`. One that is not after the start is of the next day. */
  readonly end: string
}

/** When a schedule runs: weekly windows by the wall clock of a time zone. */
export type BusinessHours = {
  /** An IANA name. Windows keep their local times, whatever daylight saving does. */
  readonly timezone: string
  readonly windows: HoursWindow[]
}

const MINUTE_MS = 60_000
const WEEK_DAYS = 7
/** 1970-01-01 was a Thursday, the fourth day of the week. */
const FIRST_WEEKDAY = 4
/** Days around a moment that are looked at first: a window comes again within a week. */
const NEAR_DAYS = 9
/** And if that was not enough, as when daylight saving skips the only window of a week. */
const FAR_DAYS = 24

/** Minutes from midnight of a time such as `08:30`; NaN if it is none. `24:00` is the end of the day. */
export const minutesOf = (text: string): number => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? []
  const all = Number(hours) * 60 + Number(minutes)
  return Number(minutes) < 60 && all <= 24 * 60 ? all : Number.NaN
}

/** Start and end in minutes from midnight; an end on the next day is beyond 24 hours. */
const spanOf = ({ start, end }: HoursWindow): readonly [number, number] => {
  const [from, to] = [minutesOf(start), minutesOf(end)]
  return [from, to > from ? to : to + 24 * 60]
}

/** Joins time ranges that overlap or touch, in order. */
const joined = (ranges: readonly Window[]): Window[] => {
  const all: Window[] = []
  for (const range of ranges.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = all.at(-1)
    if (last && range.startMs <= last.endMs)
      all[all.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, range.endMs) }
    else all.push(range)
  }
  return all
}

const weekday = (dayNumber: number): number =>
  ((((dayNumber + FIRST_WEEKDAY - 1) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS) + 1

/** The times at which a schedule runs that begin on a local day around `[fromMs, toMs)`, joined and in order. */
const openAround = ({ timezone, windows }: BusinessHours, fromMs: number, toMs: number, days: number): Window[] => {
  const dayOf = (ms: number) => Math.floor(wallClockAt(ms, timezone) / DAY_MS)
  const ranges: Window[] = []
  for (let day = dayOf(fromMs) - days; day <= dayOf(toMs) + days; day++)
    for (const window of windows) {
      if (!window.days.includes(weekday(day))) continue
      const [start, end] = spanOf(window)
      const moment = (minutes: number) => momentReached(day * DAY_MS + minutes * MINUTE_MS, timezone)
      const range = { startMs: moment(start), endMs: moment(end) }
      if (range.startMs < range.endMs) ranges.push(range)
    }
  return joined(ranges)
}

const gapsOf = (open: readonly Window[]): Window[] =>
  open.slice(1).map(({ startMs }, at) => ({ startMs: open[at]?.endMs ?? startMs, endMs: startMs }))

/** The times outside of business hours that overlap `[fromMs, toMs)`, whole and in order. */
export const closedWindows = (hours: BusinessHours, fromMs: number, toMs: number): Window[] =>
  gapsOf(openAround(hours, fromMs, toMs, FAR_DAYS)).filter(({ startMs, endMs }) => endMs > fromMs && startMs < toMs)

/** The time outside of business hours that holds at a moment, else the next one; null if there is none. */
export const closedFrom = (hours: BusinessHours, atMs: number): Window | null => {
  for (const days of [NEAR_DAYS, FAR_DAYS]) {
    const gap = gapsOf(openAround(hours, atMs, atMs, days)).find(({ endMs }) => endMs > atMs)
    if (gap) return gap
  }
  return null
}

/** Share of a week that business hours cover, from 0 to 1. */
export const openShare = ({ windows }: BusinessHours): number => {
  const weekMs = WEEK_DAYS * DAY_MS
  const ranges = windows.flatMap((window) =>
    window.days.flatMap((day) => {
      const [start, end] = spanOf(window).map((minutes) => (day - 1) * DAY_MS + minutes * MINUTE_MS)
      if (start === undefined || end === undefined || Number.isNaN(start + end)) return []
      // A window over the end of the week goes on at its beginning.
      return end <= weekMs
        ? [{ startMs: start, endMs: end }]
        : [
            { startMs: start, endMs: weekMs },
            { startMs: 0, endMs: end - weekMs },
          ]
    }),
  )
  return joined(ranges).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / weekMs
}
