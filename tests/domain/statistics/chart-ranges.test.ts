import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/domain/core/periods.ts'
import { formatTime } from '../../../src/domain/core/wire-time.ts'
import {
  besideOf,
  chartRange,
  laterOf,
  markedWindow,
  momentOfText,
  RANGE_MS,
  rangeSearch,
  wallText,
  zoomedIn,
  zoomedOut,
} from '../../../src/domain/statistics/chart-ranges.ts'

const NOW = Date.parse('2026-03-10T14:20:30Z')
const utc = (text: string): number => Date.parse(`${text}Z`)
const wire = ({ from, to }: { from: number; to: number }) => [formatTime(from), formatTime(to)]

test('a preset of hours ends with the current minute, a longer one with the current hour', () => {
  const ends: Record<string, [string, string]> = {
    '1h': ['2026-03-10T13:21:00.000Z', '2026-03-10T14:21:00.000Z'],
    '6h': ['2026-03-10T08:21:00.000Z', '2026-03-10T14:21:00.000Z'],
    '24h': ['2026-03-09T15:00:00.000Z', '2026-03-10T15:00:00.000Z'],
    '7d': ['2026-03-03T15:00:00.000Z', '2026-03-10T15:00:00.000Z'],
    '90d': ['2025-12-10T15:00:00.000Z', '2026-03-10T15:00:00.000Z'],
    '1y': ['2025-03-10T15:00:00.000Z', '2026-03-10T15:00:00.000Z'],
  }
  for (const [range, expected] of Object.entries(ends)) expect(wire(chartRange({ range }, NOW))).toEqual(expected)
})

/** Windows, the clock that they are days of, and their neighbours. */
const STEPS: readonly {
  readonly says: string
  readonly zone: string
  readonly shown: [string, string]
  readonly earlier: [string, string]
  readonly later: [string, string]
}[] = [
  {
    says: 'a day in Vienna before the clocks go forward is followed by one of 23 hours',
    zone: 'Europe/Vienna',
    shown: ['2026-03-27T23:00:00', '2026-03-28T23:00:00'],
    earlier: ['2026-03-26T23:00:00', '2026-03-27T23:00:00'],
    later: ['2026-03-28T23:00:00', '2026-03-29T22:00:00'],
  },
  {
    says: 'the day of 23 hours lies between two of 24',
    zone: 'Europe/Vienna',
    shown: ['2026-03-28T23:00:00', '2026-03-29T22:00:00'],
    earlier: ['2026-03-27T23:00:00', '2026-03-28T23:00:00'],
    later: ['2026-03-29T22:00:00', '2026-03-30T22:00:00'],
  },
  {
    says: 'a week in New York over the end of summer time has 169 hours, and both neighbours 168',
    zone: 'America/New_York',
    shown: ['2026-10-26T04:00:00', '2026-11-02T05:00:00'],
    earlier: ['2026-10-19T04:00:00', '2026-10-26T04:00:00'],
    later: ['2026-11-02T05:00:00', '2026-11-09T05:00:00'],
  },
  {
    says: 'Lord Howe Island moves its clocks by half an hour',
    zone: 'Australia/Lord_Howe',
    shown: ['2026-04-03T13:00:00', '2026-04-04T13:00:00'],
    earlier: ['2026-04-02T13:00:00', '2026-04-03T13:00:00'],
    later: ['2026-04-04T13:00:00', '2026-04-05T13:30:00'],
  },
  {
    says: 'hours that are not whole days keep their length over a change of clocks',
    zone: 'Europe/Vienna',
    shown: ['2026-03-28T20:00:00', '2026-03-29T00:00:00'],
    earlier: ['2026-03-28T16:00:00', '2026-03-28T20:00:00'],
    later: ['2026-03-29T00:00:00', '2026-03-29T04:00:00'],
  },
]

test.each(STEPS)('stepping: $says', ({ zone, shown, earlier, later }) => {
  const window = { from: utc(shown[0]), to: utc(shown[1]) }
  expect(besideOf(window, -1, zone)).toEqual({ from: utc(earlier[0]), to: utc(earlier[1]) })
  expect(besideOf(window, 1, zone)).toEqual({ from: utc(later[0]), to: utc(later[1]) })
})

const zones = fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata')
const moment = fc.integer({ min: utc('2024-01-01T00:00:00'), max: utc('2027-01-01T00:00:00') })

test('a step earlier and one later lead back to the same window, without a gap', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 60_000, max: 400 * DAY_MS }), zones, (from, lengthMs, zone) => {
      const window = { from, to: from + lengthMs }
      const before = besideOf(window, -1, zone)
      expect(before.to).toBe(window.from)
      expect(besideOf(before, 1, zone)).toEqual(window)
    }),
  )
})

test('a window in the future is not offered', () => {
  const shown = chartRange({ range: '24h' }, NOW)
  expect(laterOf(shown, 'UTC', NOW)).toBeNull()
  expect(laterOf(besideOf(shown, -1, 'UTC'), 'UTC', NOW)).toEqual({ from: shown.from, to: shown.to })
})

test('the address of a fixed window shows that window at any later time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(RANGE_MS)), moment, fc.nat(), (range, now, passed) => {
      const shown = chartRange({ range }, now)
      const tomorrow = chartRange(rangeSearch(shown), now + passed)
      expect([tomorrow.from, tomorrow.to]).toEqual([shown.from, shown.to])
    }),
  )
})

test('zooming in halves a window about its middle, zooming out doubles it, up to the current hour', () => {
  const day = { from: utc('2026-03-01T00:00:00'), to: utc('2026-03-02T00:00:00') }
  expect(zoomedIn(day)).toEqual({ from: utc('2026-03-01T06:00:00'), to: utc('2026-03-01T18:00:00') })
  expect(zoomedOut(day, NOW)).toEqual({ from: utc('2026-02-28T12:00:00'), to: utc('2026-03-02T12:00:00') })
  const last = chartRange({ range: '24h' }, NOW)
  expect(zoomedOut(last, NOW)).toEqual({ from: last.to - 2 * DAY_MS, to: last.to })
  expect(zoomedIn({ from: 0, to: 120_000 })).toBeNull()
  expect(zoomedOut({ from: 0, to: 2000 * DAY_MS }, NOW)).toBeNull()
})

test('a marked range has whole minutes, in weeks whole hours, and lies within the shown one', () => {
  const day = { from: utc('2026-03-01T00:00:00'), to: utc('2026-03-02T00:00:00') }
  const marked = markedWindow(utc('2026-03-01T05:00:50.4'), utc('2026-03-01T04:10:20'), day)
  expect(wire(marked)).toEqual(['2026-03-01T04:10:00.000Z', '2026-03-01T05:01:00.000Z'])
  const month = { from: utc('2026-03-01T00:00:00'), to: utc('2026-04-01T00:00:00') }
  expect(wire(markedWindow(utc('2026-03-05T05:10:00'), utc('2026-03-05T06:10:00'), month))).toEqual([
    '2026-03-05T05:00:00.000Z',
    '2026-03-05T07:00:00.000Z',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: DAY_MS }), fc.integer({ min: 0, max: DAY_MS }), (a, b) => {
      const { from, to } = markedWindow(day.from + a, day.from + b, day)
      expect(to - from).toBeGreaterThanOrEqual(120_000)
      expect(from).toBeGreaterThanOrEqual(day.from)
    }),
  )
})

test('a time of day is read by the clock of its zone, and written the same', () => {
  const times: [string, string, string][] = [
    ['2026-07-01T12:00', 'Europe/Vienna', '2026-07-01T10:00:00.000Z'],
    ['2026-01-01T12:00', 'Europe/Vienna', '2026-01-01T11:00:00.000Z'],
    // Skipped: the clocks go from 2 to 3.
    ['2026-03-29T02:30', 'Europe/Vienna', '2026-03-29T01:00:00.000Z'],
    // Twice: the first counts.
    ['2026-10-25T02:30', 'Europe/Vienna', '2026-10-25T00:30:00.000Z'],
    ['2026-07-01 12:00:30.2512', 'Asia/Kolkata', '2026-07-01T06:30:30.251Z'],
    ['2026-07-01T12:00:00Z', 'Asia/Kolkata', '2026-07-01T12:00:00.000Z'],
  ]
  for (const [text, zone, instant] of times)
    expect([text, formatTime(momentOfText(text, zone) ?? 0)]).toEqual([text, instant])
  expect(momentOfText('noon', 'UTC')).toBeNull()
  fc.assert(
    fc.property(moment, zones, (ms, zone) => {
      const minute = Math.floor(ms / 60_000) * 60_000
      // The first of two equal times may be meant.
      const read = momentOfText(wallText(minute, zone), zone) ?? 0
      expect([0, HOUR_MS, HOUR_MS / 2]).toContain(minute - read)
    }),
  )
})
