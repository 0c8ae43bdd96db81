import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentReached, wallClockAt } from '../../../src/domain/core/zone-time.ts'
import { coverageOf } from '../../../src/domain/downtimes/coverage.ts'
import {
  type Downtime,
  downtimeStatus,
  isDown,
  type Window,
  windowFrom,
  windowsOf,
} from '../../../src/domain/downtimes/downtime-windows.ts'
import { downtimeWords, momentInZone } from '../../../src/domain/downtimes/downtime-words.ts'

const at = (text: string) => Date.parse(text)
const MINUTE = 60_000
const DAY = 86_400_000

const downtime = (start: string, end: string, everyDays: 0 | 1 | 7, timeZone = 'Europe/Berlin'): Downtime => ({
  startMs: at(start),
  endMs: at(end),
  everyDays,
  timeZone,
})
const shown = (windows: readonly Window[]) =>
  windows.map(({ startMs, endMs }) => [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join('/'))

/** Nights in which clocks change: by an hour, by half an hour, and by a whole day. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Havana', '2026-03-08T05:00:00Z'],
  ['Asia/Kolkata', '2026-06-01T00:00:00Z'],
  ['Asia/Kathmandu', '2026-06-01T00:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
] as const

/** Asking the calendar takes most of the time: each minute of a zone is asked for once. */
const walls = new Map<string, number>()
const wallAt = (ms: number, timeZone: string): number => {
  const known = walls.get(`${timeZone} ${ms}`)
  if (known !== undefined) return known
  const wall = wallClockAt(ms, timeZone)
  walls.set(`${timeZone} ${ms}`, wall)
  return wall
}

/**
 * The minutes of `[from, to)` in which a daily or weekly downtime holds, by watching the wall minute by minute: a window begins when
 * the wall first shows its start or later, and ends when it first shows its end or later.
 */
const watched = ({ startMs, endMs, everyDays, timeZone }: Downtime, from: number, to: number): number[] => {
  const [start, end] = [wallClockAt(startMs, timeZone), wallClockAt(endMs, timeZone)]
  const period = everyDays * DAY
  const down: number[] = []
  let [begun, ended] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let ms = from - DAY; ms < to; ms += MINUTE) {
    const wall = wallAt(ms, timeZone)
    begun = Math.max(begun, Math.floor((wall - start) / period))
    ended = Math.max(ended, Math.floor((wall - end) / period))
    if (ms >= from && begun > ended && begun >= 0) down.push(ms)
  }
  return down
}

describe('the windows of a downtime', () => {
  test('are those that watching the wall minute by minute finds, in every zone, around changes of the clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        fc.integer({ min: 0, max: 12 * 60 - 1 }),
        fc.integer({ min: 1, max: 24 * 60 - 1 }),
        fc.constantFrom(1 as const, 7 as const),
        (change, shift, minutes, everyDays) => {
          const [timeZone, text] = change
          // The first window is exact; one of the next meets the change.
          const startMs = at(text) - (everyDays + 1) * DAY - 6 * 60 * MINUTE + shift * MINUTE
          const example: Downtime = { startMs, endMs: startMs + minutes * MINUTE, everyDays, timeZone }
          const [from, to] = [at(text) - DAY, at(text) + DAY]
          const down = windowsOf(example, from, to).flatMap(({ startMs: start, endMs: end }) => {
            const inside: number[] = []
            for (let ms = Math.max(start, from); ms < Math.min(end, to); ms += MINUTE) inside.push(ms)
            return inside
          })
          expect([...new Set(down)].sort((a, b) => a - b)).toEqual(watched(example, from, to))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('keep their local start and end when clocks go forward and back', () => {
    const nightly = downtime('2026-03-27T01:00:00Z', '2026-03-27T03:30:00Z', 1)
    expect(shown(windowsOf(nightly, at('2026-03-28T12:00:00Z'), at('2026-03-30T12:00:00Z')))).toEqual([
      // 02:00 is skipped: it begins at the jump, at 03:00.
      '2026-03-29T01:00/2026-03-29T02:30',
      '2026-03-30T00:00/2026-03-30T02:30',
    ])
    const autumn = downtime('2026-10-24T00:30:00Z', '2026-10-24T01:30:00Z', 1)
    expect(shown(windowsOf(autumn, at('2026-10-24T12:00:00Z'), at('2026-10-26T12:00:00Z')))).toEqual([
      // 02:30 comes twice; the hour is covered whole.
      '2026-10-25T00:30/2026-10-25T02:30',
      '2026-10-26T01:30/2026-10-26T02:30',
    ])
  })

  test('leave out a day on which the clocks skip all of it', () => {
    const early = downtime('2026-03-28T01:15:00Z', '2026-03-28T01:45:00Z', 1)
    const jump = at('2026-03-29T01:00:00Z')
    expect(shown(windowsOf(early, jump - 6 * 60 * MINUTE, jump + 6 * 60 * MINUTE))).toEqual([])
    expect(shown([windowFrom(early, jump - MINUTE) as Window])).toEqual(['2026-03-30T00:15/2026-03-30T00:45'])
  })

  test('that begin before midnight end on the next day', () => {
    const night = downtime('2026-01-05T22:00:00Z', '2026-01-06T01:00:00Z', 1)
    expect(isDown(night, at('2026-01-10T00:30:00Z'))).toBe(true)
    expect(isDown(night, at('2026-01-10T01:00:00Z'))).toBe(false)
    expect(downtimeWords(night)).toBe('Every day 23:00–02:00 Europe/Berlin')
  })

  test('happen once where it does not repeat', () => {
    const once = downtime('2026-01-05T22:00:00Z', '2026-01-06T01:00:00Z', 0)
    expect(windowsOf(once, at('2026-01-06T00:59:00Z'), at('2026-01-06T02:00:00Z'))).toHaveLength(1)
    expect(windowsOf(once, once.endMs, once.endMs + DAY)).toEqual([])
    expect(windowFrom(once, once.startMs - DAY)).toEqual({ startMs: once.startMs, endMs: once.endMs })
    expect(windowFrom(once, once.endMs)).toBeNull()
    expect(isDown(downtime('2026-01-05T22:00:00Z', '2026-01-06T01:00:00Z', 1), once.startMs - DAY)).toBe(false)
  })

  test('agree with what is next and with the status at every moment', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -20 * 24 * 60, max: 20 * 24 * 60 }),
        fc.constantFrom(0 as const, 1 as const, 7 as const),
        (minutes, everyDays) => {
          const example = downtime('2026-03-22T22:00:00Z', '2026-03-23T03:00:00Z', everyDays)
          const now = at('2026-03-29T00:00:00Z') + minutes * MINUTE
          const next = windowFrom(example, now)
          const status = downtimeStatus(example, now)
          expect(status === 'active').toBe(isDown(example, now))
          expect(status === 'past').toBe(next === null)
          if (next) expect(windowsOf(example, now, next.startMs + 1)).toEqual([next])
        },
      ),
    )
  })

  test('that follow each other without a gap are one time without runs', () => {
    const first = downtime('2026-01-05T01:00:00Z', '2026-01-05T02:00:00Z', 0)
    const second = downtime('2026-01-05T01:30:00Z', '2026-01-05T03:00:00Z', 0)
    const third = downtime('2026-01-05T03:00:00Z', '2026-01-05T04:00:00Z', 1)
    expect(coverageOf([first, second, third]).until(at('2026-01-05T01:00:00Z'))).toBe(at('2026-01-05T04:00:00Z'))
    expect(coverageOf([first]).until(at('2026-01-05T02:00:00Z'))).toBeNull()
    const always = [
      downtime('2026-01-05T00:00:00Z', '2026-01-05T12:00:00Z', 1),
      downtime('2026-01-05T12:00:00Z', '2026-01-06T00:00:00Z', 1),
    ]
    expect(coverageOf(always).until(at('2026-01-07T00:00:00Z'))).toBeGreaterThan(at('2026-01-20T00:00:00Z'))
  })
})

test.each([
  ['2026-01-04T01:00:00Z', '2026-01-04T03:00:00Z', 7, 'Every Sunday 02:00–04:00 Europe/Berlin'],
  ['2026-01-03T21:00:00Z', '2026-01-05T05:00:00Z', 7, 'Every Saturday 22:00 – Monday 06:00 Europe/Berlin'],
  ['2026-11-22T01:00:00Z', '2026-11-22T03:00:00Z', 0, '22 Nov 2026 02:00–04:00 Europe/Berlin'],
  ['2026-11-22T21:00:00Z', '2026-11-23T01:00:00Z', 0, '22 Nov 2026 22:00 – 23 Nov 2026 02:00 Europe/Berlin'],
] as const)('from %s to %s, every %s days, is said as “%s”', (start, end, everyDays, words) => {
  expect(downtimeWords(downtime(start, end, everyDays))).toBe(words)
})

test('a local time is reached when the wall first shows it or a later one, and earlier times are reached earlier', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHANGES),
      fc.integer({ min: -2 * 24 * 60, max: 2 * 24 * 60 }),
      fc.integer({ min: 0, max: 59_999 }),
      ([timeZone, text], minutes, restMs) => {
        const wall = wallClockAt(at(text), timeZone) + minutes * MINUTE + restMs
        const reached = momentReached(wall, timeZone)
        expect(wallClockAt(reached, timeZone)).toBeGreaterThanOrEqual(wall)
        expect(wallClockAt(reached - 1, timeZone)).toBeLessThan(wall)
        expect(momentReached(wall + 1, timeZone)).toBeGreaterThanOrEqual(reached)
      },
    ),
  )
})

test('a moment of a downtime has its zone where the reader’s clock shows another time', () => {
  const now = Date.UTC(2026, 10, 22)
  const ms = Date.UTC(2027, 2, 28, 1)
  expect(momentInZone(ms, 'Europe/Berlin', 'UTC', now)).toBe('28 Mar 2027 03:00 Europe/Berlin')
  expect(momentInZone(ms, 'Europe/Berlin', 'Europe/Paris', now)).toBe('28 Mar 2027 03:00')
})
