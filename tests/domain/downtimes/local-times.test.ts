import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageOf } from '../../../src/domain/downtimes/coverage.ts'
import type { Downtime } from '../../../src/domain/downtimes/downtime-windows.ts'
import { momentWords, windowWords } from '../../../src/domain/downtimes/downtime-words.ts'
import { clockNotes, localText, momentOf, wallOf } from '../../../src/domain/downtimes/local-times.ts'

const at = (text: string) => Date.parse(text)
const HOUR = 3_600_000
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'] as const

test('a moment that is shown and read again is the same one, or the first of two that show the same', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
      (zone, ms) => {
        const again = momentOf(localText(ms, zone), zone)
        expect([0, HOUR / 2, HOUR]).toContain(ms - (again ?? 0))
        expect(localText(again ?? 0, zone)).toBe(localText(ms, zone))
      },
    ),
  )
})

test('local times show seconds only where there are some', () => {
  expect(localText(at('2026-01-05T01:00:00Z'), 'Europe/Berlin')).toBe('2026-01-05T02:00')
  expect(localText(at('2026-01-05T01:00:30Z'), 'Europe/Berlin')).toBe('2026-01-05T02:00:30')
  expect(localText(at('2026-01-05T01:00:00.250Z'), 'Europe/Berlin')).toBe('2026-01-05T02:00:00.250')
  for (const text of ['', '2026-01-05', '2026-13-05T02:00', 'soon']) expect([text, wallOf(text)]).toEqual([text, null])
})

describe('what clocks do to a window', () => {
  const notesOf = (start: string, end: string, everyDays: 0 | 1 | 7 = 0, window?: [string, string]) => {
    const timeZone = 'Europe/Berlin'
    const [startWall, endWall] = [wallOf(start) ?? 0, wallOf(end) ?? 0]
    const [startMs, endMs] = (window ?? [start, end]).map((text) => momentOf(text, timeZone) ?? 0)
    return clockNotes({ startWall, endWall, everyDays, timeZone }, { startMs: startMs ?? 0, endMs: endMs ?? 0 })
  }

  test('is told where a local time does not exist or occurs twice', () => {
    expect(notesOf('2026-03-28T02:30', '2026-03-28T04:00')).toEqual([])
    expect(notesOf('2026-03-29T02:30', '2026-03-29T04:00')).toEqual([
      '02:30 does not exist on this day, because clocks go forward: it starts at 03:00.',
    ])
    expect(notesOf('2026-10-25T01:00', '2026-10-25T02:30')).toEqual([
      '02:30 occurs twice on this day, because clocks go back: it ends at the first.',
    ])
  })

  test('is told of the day of a repeat on which it happens', () => {
    const night = ['2026-03-20T02:30', '2026-03-20T04:00'] as const
    expect(notesOf(...night, 1, ['2026-03-28T02:30', '2026-03-28T04:00'])).toEqual([])
    expect(notesOf(...night, 1, ['2026-03-29T02:30', '2026-03-29T04:00'])).toHaveLength(1)
    expect(notesOf('2026-03-22T02:30', '2026-03-22T04:00', 7, ['2026-03-29T02:30', '2026-03-29T04:00'])).toHaveLength(1)
  })
})

test('windows and moments are said as short as they are clear', () => {
  const now = at('2026-11-22T00:30:00Z')
  const window = (start: string, end: string) =>
    windowWords({ startMs: at(start), endMs: at(end) }, 'Europe/Berlin', now)
  expect(window('2026-11-22T01:00:00Z', '2026-11-22T03:00:00Z')).toBe('Sun 22 Nov, 02:00–04:00 CET')
  expect(window('2026-11-22T22:00:00Z', '2026-11-23T01:00:00Z')).toBe('Sun 22 Nov, 23:00 – Mon 23 Nov, 02:00 CET')
  expect(window('2027-03-28T00:00:00Z', '2027-03-28T02:00:00Z')).toBe('Sun 28 Mar 2027, 01:00 CET – 04:00 CEST')
  const moment = (text: string) => momentWords(at(text), 'Europe/Berlin', now)
  expect(moment('2026-11-22T03:00:00Z')).toBe('04:00')
  expect(moment('2026-11-22T23:30:00Z')).toBe('Mon 00:30')
  expect(moment('2026-11-29T03:00:00Z')).toBe('29 Nov 04:00')
  expect(moment('2098-01-04T01:00:00Z')).toBe('4 Jan 2098 02:00')
})

test('a coverage that is asked again answers as one that is asked for the first time', () => {
  const downtimes: Downtime[] = [
    { startMs: at('2026-03-20T01:30:00Z'), endMs: at('2026-03-20T03:00:00Z'), everyDays: 1, timeZone: 'Europe/Berlin' },
    { startMs: at('2026-03-22T02:00:00Z'), endMs: at('2026-03-22T05:00:00Z'), everyDays: 7, timeZone: 'UTC' },
    { startMs: at('2026-03-28T02:30:00Z'), endMs: at('2026-03-28T04:00:00Z'), everyDays: 0, timeZone: 'UTC' },
  ]
  const kept = coverageOf(downtimes)
  const minutes = fc.array(fc.integer({ min: 0, max: 12 * 24 * 60 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(minutes, (asked) => {
      for (const minute of asked) {
        const now = at('2026-03-20T00:00:00Z') + minute * 60_000
        const fresh = coverageOf(downtimes)
        expect([kept.next(now), kept.until(now)]).toEqual([fresh.next(now), fresh.until(now)])
      }
    }),
  )
})
