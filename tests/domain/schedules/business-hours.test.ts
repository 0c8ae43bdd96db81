import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClockAt } from '../../../src/domain/core/zone-time.ts'
import {
  type BusinessHours,
  closedFrom,
  closedWindows,
  type HoursWindow,
  minutesOf,
  openShare,
} from '../../../src/domain/schedules/business-hours.ts'
import { businessHoursProblems } from '../../../src/domain/schedules/business-hours-rules.ts'
import { exceededStretch } from '../../../src/domain/schedules/business-hours-stretch.ts'
import { hoursWords, windowsOfText } from '../../../src/domain/schedules/business-hours-text.ts'
import { restsOf } from '../../../src/domain/schedules/resting.ts'

const at = (text: string) => Date.parse(text)
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const WEEKDAYS = [1, 2, 3, 4, 5]
const office: BusinessHours = {
  timezone: 'Europe/Berlin',
  windows: [{ days: WEEKDAYS, start: '08:00', end: '18:00' }],
}

const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Havana', '2026-03-08T05:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
] as const

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? 30 : '00'}`)
const window: fc.Arbitrary<HoursWindow> = fc
  .record({ days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), start: time, end: time })
  .filter(({ start, end }) => start !== end)

/** Whether a wall clock lies in business hours. */
const isWithin = (wall: number, { windows }: BusinessHours): boolean =>
  windows.some(({ days, start, end }) => {
    const [from, to] = [minutesOf(start) * MINUTE, minutesOf(end) * MINUTE]
    const endMs = to > from ? to : to + DAY
    // A window of the day before may go on.
    return [0, 1].some((back) => {
      const day = Math.floor(wall / DAY) - back
      const weekday = ((new Date(day * DAY).getUTCDay() + 6) % 7) + 1
      const within = wall - day * DAY
      return days.includes(weekday) && within >= from && within < endMs
    })
  })

describe('business hours', () => {
  test('open and close when the wall first shows their times, in every zone, around changes of the clocks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CHANGES), fc.array(window, { minLength: 1, maxLength: 3 }), (change, windows) => {
        const [timezone, text] = change
        const hours: BusinessHours = { timezone, windows }
        const [from, to] = [at(text) - DAY, at(text) + DAY]
        const closed = closedWindows(hours, from, to)
        // The furthest time that the wall has shown: what is shown again, when clocks go back, changes nothing.
        let shown = Number.NEGATIVE_INFINITY
        for (let ms = from - DAY; ms < to; ms += 15 * MINUTE) {
          shown = Math.max(shown, wallClockAt(ms, timezone))
          if (ms < from) continue
          const isClosed = closed.some(({ startMs, endMs }) => startMs <= ms && ms < endMs)
          expect([new Date(ms).toISOString(), isClosed]).toEqual([new Date(ms).toISOString(), !isWithin(shown, hours)])
        }
      }),
      { numRuns: 40 },
    )
  })

  test('are the same local hours in winter and in summer', () => {
    // Monday morning, before and after the change of 29 March.
    expect(closedFrom(office, at('2026-03-23T06:30:00Z'))?.endMs).toBe(at('2026-03-23T07:00:00Z'))
    expect(closedFrom(office, at('2026-03-30T05:30:00Z'))?.endMs).toBe(at('2026-03-30T06:00:00Z'))
    // A weekend is one window, whole however it is looked at.
    const weekend = { startMs: at('2026-03-27T17:00:00Z'), endMs: at('2026-03-30T06:00:00Z') }
    expect(closedFrom(office, at('2026-03-28T12:00:00Z'))).toEqual(weekend)
    expect(closedWindows(office, at('2026-03-28T12:00:00Z'), at('2026-03-28T12:00:01Z'))).toEqual([weekend])
  })

  test('over midnight go on the next day; the whole week has no end', () => {
    const nights: BusinessHours = { timezone: 'UTC', windows: [{ days: [7], start: '22:00', end: '06:00' }] }
    expect(closedFrom(nights, at('2026-01-05T05:00:00Z'))).toEqual({
      startMs: at('2026-01-05T06:00:00Z'),
      endMs: at('2026-01-11T22:00:00Z'),
    })
    const always: BusinessHours = {
      timezone: 'UTC',
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' }],
    }
    expect(closedFrom(always, at('2026-01-05T05:00:00Z'))).toBeNull()
    expect(openShare(always)).toBe(1)
    expect(openShare(nights)).toBeCloseTo(8 / 168)
    expect(openShare(office)).toBeCloseTo(50 / 168)
    // What overlaps counts once.
    const twice = { ...office, windows: [...office.windows, { days: [1], start: '12:00', end: '20:00' }] }
    expect(openShare(twice)).toBeCloseTo(52 / 168)
  })

  test('and downtimes rest together', () => {
    const evening = {
      startMs: at('2026-01-05T16:00:00Z'),
      endMs: at('2026-01-05T18:00:00Z'),
      everyDays: 0,
      timeZone: 'UTC',
    }
    const rests = restsOf([{ ...evening, everyDays: 0 }], office)
    expect(rests.until(at('2026-01-05T15:59:00Z'))).toBeNull()
    expect(rests.until(at('2026-01-05T16:30:00Z'))).toBe(at('2026-01-06T07:00:00Z'))
  })

  test('are read from words and written in words', () => {
    expect(windowsOfText('mon-fri 8-18; sat, sun 10:00-14:30')).toEqual([
      { days: WEEKDAYS, start: '08:00', end: '18:00' },
      { days: [6, 7], start: '10:00', end: '14:30' },
    ])
    expect(windowsOfText('fri-mon 22:00-06:00')).toEqual([{ days: [1, 5, 6, 7], start: '22:00', end: '06:00' }])
    expect(windowsOfText('mon, wed 8-12, 13:30-17; sun 22-2')).toEqual([
      { days: [1, 3], start: '08:00', end: '12:00' },
      { days: [1, 3], start: '13:30', end: '17:00' },
      { days: [7], start: '22:00', end: '02:00' },
    ])
    expect(windowsOfText('daily 0-24')).toEqual([{ days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' }])
    for (const text of ['', 'mon', 'someday 8-18', 'mon 8', '8-18']) expect(windowsOfText(text), text).toBeNull()
    expect(hoursWords({ ...office, windows: windowsOfText('mon-fri 8-18; sat, sun 10-14') ?? [] })).toBe(
      'Mon–Fri 08:00–18:00; Sat, Sun 10:00–14:00 Europe/Berlin',
    )
    expect(hoursWords({ timezone: 'UTC', windows: windowsOfText('daily 0-24') ?? [] })).toBe(
      'Every day 00:00–24:00 UTC',
    )
  })

  test('that make no sense are refused with the field and a sentence', () => {
    const fields = (hours: BusinessHours) => businessHoursProblems(hours).map(({ field }) => field)
    expect(fields(office)).toEqual([])
    expect(fields({ timezone: 'Nowhere', windows: [] })).toEqual(['business_hours.timezone', 'business_hours.windows'])
    expect(fields({ ...office, windows: [{ days: [], start: '24:00', end: '8:00' }] })).toEqual([
      'business_hours.windows[0].days',
      'business_hours.windows[0].start',
      'business_hours.windows[0].end',
    ])
    expect(fields({ ...office, windows: [{ days: [1, 1], start: '08:00', end: '08:00' }] })).toEqual([
      'business_hours.windows[0].days',
      'business_hours.windows[0].end',
    ])
    expect(fields({ ...office, windows: [{ days: [1], start: '08:60', end: '25:00' }] })).toHaveLength(2)
  })
})

test('an interval that is longer than the shortest business hours may leave targets out', () => {
  const hours = {
    timezone: 'UTC',
    windows: [
      { days: [1, 2, 3, 4], start: '08:00', end: '18:00' },
      { days: [5], start: '08:00', end: '10:00' },
    ],
  }
  const now = Date.UTC(2026, 10, 22)
  expect(exceededStretch({ business_hours: hours, frequency: 3 * 3_600 }, now)).toBe(2 * 3_600_000)
  expect(exceededStretch({ business_hours: hours, frequency: 2 * 3_600 }, now)).toBeNull()
  expect(exceededStretch({ business_hours: null, frequency: 86_400 }, now)).toBeNull()
})
