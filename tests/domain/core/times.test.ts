import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTime, parseTime } from '../../../src/domain/core/wire-time.ts'
import {
  dueTime,
  FREQUENCY_PRESETS,
  frequencySeconds,
  missedBetween,
  nextDue,
  offsetMs,
} from '../../../src/domain/schedules/schedule-times.ts'

const times = fc.record({
  startMs: fc.integer({ min: 0, max: 2_000_000_000 }).map((n) => n * 1000),
  offsetMs: fc.integer({ min: 0, max: 86_400_000 }),
  frequencyMs: fc.integer({ min: 1, max: 86_400 }).map((n) => n * 1000),
})
const span = fc.integer({ min: 0, max: 40_000_000_000 })

describe('Due times', () => {
  test('the next due time is later than the given instant, and no due time lies between', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -1000, max: 40_000_000_000 }), (due, sinceStart) => {
        const after = due.startMs + sinceStart
        const next = nextDue(due, after)
        const first = dueTime(due, 0)
        expect(next).toBeGreaterThan(after)
        expect((next - first) % due.frequencyMs).toBe(0)
        expect(next === first || next - due.frequencyMs <= after).toBe(true)
      }),
    )
  })

  test('following due times one by one never drifts, however late each query is', () => {
    fc.assert(
      fc.property(times, fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 30 }), (due, latenessMs) => {
        let at = due.startMs - 1
        for (const late of latenessMs) {
          const next = nextDue(due, at)
          expect(Number.isInteger((next - dueTime(due, 0)) / due.frequencyMs)).toBe(true)
          at = next + late
        }
      }),
    )
  })

  test('an instant at a due time is followed by the next one', () => {
    fc.assert(
      fc.property(times, fc.nat({ max: 100_000 }), (due, k) => nextDue(due, dueTime(due, k)) === dueTime(due, k + 1)),
    )
  })

  test('missed runs of adjacent ranges add up, and match a count one by one', () => {
    fc.assert(
      fc.property(times, span, span, span, (due, a, b, c) => {
        const [from = 0, middle = 0, to = 0] = [a, b, c].sort((x, y) => x - y).map((at) => due.startMs + at)
        expect(missedBetween(due, from, middle) + missedBetween(due, middle, to)).toBe(missedBetween(due, from, to))
      }),
    )
    const due = { startMs: 1000, offsetMs: 500, frequencyMs: 1000 }
    expect(missedBetween(due, 0, 1500)).toBe(0)
    expect(missedBetween(due, 0, 1501)).toBe(1)
    expect(missedBetween(due, 1500, 3500)).toBe(2)
    expect(missedBetween(due, 3500, 1500)).toBe(0)
  })
})

describe('Spread of runs', () => {
  test('an offset is within the interval and depends only on the ids and the frequency', () => {
    const id = fc.string({ maxLength: 30 })
    fc.assert(
      fc.property(
        id,
        id,
        id,
        fc.integer({ min: 1, max: 31_536_000_000 }),
        (schedule, target, location, frequencyMs) => {
          const offset = offsetMs(schedule, target, location, frequencyMs)
          expect(offset).toBe(offsetMs(schedule, target, location, frequencyMs))
          expect(Number.isInteger(offset) && offset >= 0 && offset < frequencyMs).toBe(true)
        },
      ),
    )
    // Known values, because a change of the hash would move every run of every installation.
    expect(offsetMs('1', '2', '3', 60_000)).toBe(39_100)
    expect(offsetMs('schedule', 'target', 'public_awsuseast', 86_400_000)).toBe(10843199)
  })

  test.each([60_000, 300_000, 3_600_000, 86_400_000])(
    'the runs of one schedule fill an interval of %d ms evenly',
    (frequencyMs) => {
      const slots = new Array<number>(20).fill(0)
      for (let target = 0; target < 200; target++)
        for (const location of ['a', 'b', 'public_awsuseast', 'public_awsuswest', 'local']) {
          const slot = Math.floor((offsetMs('7', String(target), location, frequencyMs) / frequencyMs) * slots.length)
          slots[slot] = (slots[slot] ?? 0) + 1
        }
      // 1000 runs in 20 slots: 50 each, with a standard deviation of 7. Five deviations are no coincidence.
      for (const count of slots) expect(Math.abs(count - 50)).toBeLessThan(35)
    },
  )
})

describe('Frequencies', () => {
  test('only whole seconds up to a year and two words are valid', () => {
    expect(FREQUENCY_PRESETS.every((preset) => frequencySeconds(preset) === preset)).toBe(true)
    expect([frequencySeconds('hourly'), frequencySeconds('daily'), frequencySeconds(1)]).toEqual([3600, 86400, 1])
    for (const bad of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 31_536_001, '', 'weekly', '60'])
      expect(frequencySeconds(bad), String(bad)).toBeNull()
  })
})

describe('Instants in the API', () => {
  const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })

  test('a formatted time can be parsed back', () => {
    fc.assert(fc.property(instant, (ms) => parseTime(formatTime(ms)) === ms))
  })

  test('an offset denotes the same instant', () => {
    const offset = fc.tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    fc.assert(
      fc.property(instant, offset, (ms, [sign, hours, minutes]) => {
        const shifted = ms + (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
        const two = (n: number) => String(n).padStart(2, '0')
        return parseTime(formatTime(shifted).replace('Z', `${sign}${two(hours)}:${two(minutes)}`)) === ms
      }),
    )
  })

  test('fractions are cut to milliseconds, and a date is the start of its day', () => {
    expect(parseTime('2026-01-05T10:00:00Z')).toBe(Date.UTC(2026, 0, 5, 10))
    expect(parseTime('2026-01-05T10:00:00.5Z')).toBe(Date.UTC(2026, 0, 5, 10, 0, 0, 500))
    expect(parseTime('2026-01-05T10:00:00.123999Z')).toBe(Date.UTC(2026, 0, 5, 10, 0, 0, 123))
    expect(parseTime('2026-01-05')).toBe(Date.UTC(2026, 0, 5))
    expect(parseTime('2024-02-29')).toBe(Date.UTC(2024, 1, 29))
    expect(parseTime('0001-01-01T00:00:00Z')).toBe(new Date('0001-01-01T00:00:00Z').getTime())
  })

  test.each([
    '',
    'now',
    '2026-01-05T10:00:00',
    '2026-01-05 10:00:00Z',
    '2026-1-5T10:00:00Z',
    '2026-02-29',
    '2025-02-30T00:00:00Z',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-04-31',
    '2026-01-05T24:00:00Z',
    '2026-01-05T10:60:00Z',
    '2026-01-05T10:00:60Z',
    '2026-01-05T10:00:00+25:00',
    '2026-01-05T10:00:00+0200',
    '2026-01-05T10:00Z',
    '2026-01-05T10:00:00.Z',
    '2026-01-05Z',
    '+002026-01-05',
    '2026-01-05T10:00:00Zx',
    '1767607200',
  ])('"%s" is not a time', (text) => expect(parseTime(text)).toBeNull())
})
