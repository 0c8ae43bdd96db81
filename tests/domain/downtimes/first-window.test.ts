import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentReached, wallClockAt } from '../../../src/domain/core/zone-time.ts'
import { DOWNTIME_DEFAULTS, downtimeProblems } from '../../../src/domain/downtimes/downtime-rules.ts'
import { type Window, windowsOf } from '../../../src/domain/downtimes/downtime-windows.ts'
import {
  clockNotes,
  firstWindowOf,
  type LocalDowntime,
  putOffNote,
  wallOf,
} from '../../../src/domain/downtimes/local-times.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const BERLIN = 'Europe/Berlin'

const typed = (start: string, end: string, everyDays: 0 | 1 | 7 = 0, timeZone = BERLIN): LocalDowntime => ({
  startWall: wallOf(start) ?? 0,
  endWall: wallOf(end) ?? 0,
  everyDays,
  timeZone,
})
const shown = ({ startMs, endMs }: Window) =>
  [startMs, endMs].map((ms) => new Date(ms).toISOString().slice(0, 16)).join('/')

describe('a downtime in the hour that clocks skip', () => {
  test.each([
    ['2026-03-29T02:00', '2026-03-29T03:00', '2026-03-29T01:00/2026-03-29T02:00', '02:00–03:00', '03:00–04:00'],
    ['2026-03-29T02:10', '2026-03-29T02:50', '2026-03-29T01:10/2026-03-29T01:50', '02:10–02:50', '03:10–03:50'],
    ['2026-03-29T02:30', '2026-03-29T03:00', '2026-03-29T01:30/2026-03-29T02:00', '02:30–03:00', '03:30–04:00'],
  ])('from %s to %s is moved forward by as much as the clocks, and says so', (start, end, window, asTyped, holds) => {
    const local = typed(start, end)
    const first = firstWindowOf(local)
    expect(shown(first)).toBe(window)
    expect(clockNotes(local, first)).toEqual([
      `${asTyped} does not exist on this day, because clocks go forward: it holds ${holds}.`,
    ])
    const times = {
      ...DOWNTIME_DEFAULTS.times,
      start_time: new Date(first.startMs).toISOString(),
      end_time: new Date(first.endMs).toISOString(),
      timezone: BERLIN,
    }
    expect(downtimeProblems('Backup', times)).toEqual([])
  })

  test('that repeats begins on the first day on which its times exist, with the times that were typed', () => {
    const nightly = typed('2026-03-29T02:15', '2026-03-29T02:45', 1)
    expect(shown(firstWindowOf(nightly))).toBe('2026-03-30T00:15/2026-03-30T00:45')
    expect(putOffNote(nightly)).toBe(
      '02:15 does not exist on 29 Mar, because clocks go forward: the first window is on 30 Mar.',
    )
    const weekly = typed('2026-03-29T02:30', '2026-03-29T05:00', 7)
    expect(shown(firstWindowOf(weekly))).toBe('2026-04-05T00:30/2026-04-05T03:00')
    expect(putOffNote(typed('2026-03-28T02:30', '2026-03-28T05:00', 1))).toBeNull()
  })

  test('is not accepted where the end is before the start', () => {
    const { startMs, endMs } = firstWindowOf(typed('2026-03-29T02:40', '2026-03-29T02:20'))
    expect(endMs).toBeLessThanOrEqual(startMs)
  })
})

const ZONES = Intl.supportedValuesOf('timeZone')
const offsetAt = (ms: number, zone: string) => wallClockAt(ms, zone) - ms

/** The instants of a year at which the clocks of a zone change, by the minute. */
const changesIn = (year: number, zone: string): number[] => {
  const changes: number[] = []
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += 10 * DAY) {
    let [before, after] = [ms, ms + 10 * DAY]
    if (offsetAt(before, zone) === offsetAt(after, zone)) continue
    while (after - before > MINUTE) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
      if (offsetAt(middle, zone) === offsetAt(before, zone)) before = middle
      else after = middle
    }
    changes.push(after)
  }
  return changes
}

/** A change of clocks of any zone and year, the wall shortly around it, and a length in minutes. */
const around = fc
  .tuple(fc.constantFrom(...ZONES), fc.integer({ min: 2000, max: 2037 }))
  .map(([timeZone, year]) => ({ timeZone, change: changesIn(year, timeZone) }))
  .chain(({ timeZone, change }) =>
    fc.record({
      timeZone: fc.constant(timeZone),
      changeMs: fc.constantFrom(...(change.length === 0 ? [Date.UTC(2026, 5, 1)] : change)),
      shift: fc.integer({ min: -180, max: 180 }),
      minutes: fc.integer({ min: 1, max: 600 }),
    }),
  )

describe('the first window of typed times, in every zone and year', () => {
  test('has the times that were typed, or holds as long after the clocks have skipped them', () => {
    fc.assert(
      fc.property(around, ({ timeZone, changeMs, shift, minutes }) => {
        const startWall = wallClockAt(changeMs - 1, timeZone) + 1 + shift * MINUTE
        const endWall = startWall + minutes * MINUTE
        const { startMs, endMs } = firstWindowOf({ startWall, endWall, everyDays: 0, timeZone })
        expect(startMs).toBeLessThan(endMs)
        const [shownStart, shownEnd] = [wallClockAt(startMs, timeZone), wallClockAt(endMs, timeZone)]
        expect(shownStart).toBeGreaterThanOrEqual(startWall)
        expect(shownEnd).toBeGreaterThanOrEqual(endWall)
        const reached = [startWall, endWall].map((wall) => momentReached(wall, timeZone))
        if (reached[0] !== reached[1]) expect([startMs, endMs]).toEqual(reached)
        // All of it is skipped: it is as long as it was typed, and moved by as much as the clocks.
        else {
          expect(endMs - startMs).toBe(endWall - startWall)
          expect(shownStart - startWall).toBe(offsetAt(startMs, timeZone) - offsetAt((reached[0] ?? 0) - 1, timeZone))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('of a repeat shows the typed times, and so does each later one on a day that has them, across both changes', () => {
    fc.assert(
      fc.property(around, fc.constantFrom(1 as const, 7 as const), (example, everyDays) => {
        const { timeZone, changeMs, shift, minutes } = example
        const startWall = wallClockAt(changeMs - 1, timeZone) + 1 + shift * MINUTE
        const endWall = startWall + minutes * MINUTE
        const { startMs, endMs } = firstWindowOf({ startWall, endWall, everyDays, timeZone })
        const period = everyDays * DAY
        const onWall = (ms: number) => (wallClockAt(ms, timeZone) - startWall) % period
        expect(onWall(startMs)).toBe(0)
        const windows = windowsOf({ startMs, endMs, everyDays, timeZone }, startMs, startMs + 215 * DAY)
        for (const window of windows) {
          const isExact = momentReached(wallClockAt(window.startMs, timeZone), timeZone) === window.startMs
          expect(isExact).toBe(true)
          const late = onWall(window.startMs)
          // Later than typed only by what the clocks skip on that day.
          if (late !== 0)
            expect(offsetAt(window.startMs, timeZone)).toBeGreaterThan(offsetAt(window.startMs - 1, timeZone))
        }
        // No day is doubled, and none is left out but for a change of the clocks.
        const days = windows.map((window) => Math.floor((wallClockAt(window.startMs, timeZone) - startWall) / period))
        expect(new Set(days).size).toBe(days.length)
        expect(days.length).toBeGreaterThanOrEqual(Math.floor(214 / everyDays) - 2)
      }),
      { numRuns: 30 },
    )
  })
})
