import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, localTime } from '../../../src/domain/core/zone-time.ts'
import { DIGEST_OPTIONS, digestSpans, nextDigest, recentSpans } from '../../../src/domain/mail/digest-times.ts'

const at = (text: string) => Date.parse(text)
const zones = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
]

describe('local time', () => {
  test('is converted from an instant and back', () => {
    expect(localTime(at('2026-07-01T05:30:00Z'), 'Asia/Kolkata')).toEqual({
      year: 2026,
      month: 7,
      day: 1,
      hour: 11,
      minute: 0,
    })
    expect(instantOf({ year: 2026, month: 1, day: 1, hour: 7, minute: 0 }, 'America/New_York')).toBe(
      at('2026-01-01T12:00:00Z'),
    )
  })
  test('is the first instant where it occurs twice, and a later one where it is skipped', () => {
    const wall = { year: 2026, month: 10, day: 25, hour: 2, minute: 30 }
    expect(instantOf(wall, 'Europe/Vienna')).toBe(at('2026-10-25T00:30:00Z'))
    expect(instantOf({ ...wall, month: 3, day: 29 }, 'Europe/Vienna')).toBe(at('2026-03-29T01:30:00Z'))
  })
  test('converts both ways in every zone at every minute', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2015-01-01T00:00:00Z') / 60_000, max: at('2035-01-01T00:00:00Z') / 60_000 }),
        (zone, minutes) => {
          const wall = localTime(minutes * 60_000, zone)
          expect(localTime(instantOf(wall, zone), zone)).toEqual(wall)
        },
      ),
    )
  })
})

describe('a digest is sent', () => {
  test('at seven in the morning: every day, on Mondays, on the first of the month', () => {
    const wednesday = at('2026-06-10T10:00:00Z')
    expect(
      DIGEST_OPTIONS.map((option) => new Date(nextDigest(option, wednesday, 'Europe/Vienna')).toISOString()),
    ).toEqual(['2026-06-11T05:00:00.000Z', '2026-06-15T05:00:00.000Z', '2026-07-01T05:00:00.000Z'])
    expect(nextDigest('daily', at('2026-06-10T04:59:59Z'), 'Europe/Vienna')).toBe(at('2026-06-10T05:00:00Z'))
    expect(nextDigest('monthly', at('2026-12-31T23:00:00Z'), 'UTC')).toBe(at('2027-01-01T07:00:00Z'))
  })
  test('at seven once on the day on which the clocks change', () => {
    const dues = [at('2026-03-28T00:00:00Z')]
    for (let n = 0; n < 3; n++) dues.push(nextDigest('daily', dues.at(-1) ?? 0, 'Europe/Vienna'))
    expect(dues.slice(1).map((ms) => new Date(ms).toISOString())).toEqual([
      '2026-03-28T06:00:00.000Z',
      '2026-03-29T05:00:00.000Z',
      '2026-03-30T05:00:00.000Z',
    ])
  })
  test('always later than the last one, and continues where the last one ended', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...DIGEST_OPTIONS),
        fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
        (zone, option, ms) => {
          const due = nextDigest(option, ms, zone)
          const next = nextDigest(option, due, zone)
          expect(due).toBeGreaterThan(ms)
          expect(next).toBeGreaterThan(due)
          expect(localTime(due, zone)).toMatchObject({ hour: 7, minute: 0 })
          const { span, before } = digestSpans(option, due, zone)
          expect(span.to).toBeLessThan(due)
          expect(before.to).toBe(span.from)
          expect(digestSpans(option, next, zone).span.from).toBe(span.to)
        },
      ),
    )
  })
})

test("a digest covers the last complete day, week or month, in the recipient's calendar", () => {
  const monday = at('2026-06-01T05:00:00Z')
  const shown = DIGEST_OPTIONS.map((option) => {
    const { span, before } = digestSpans(option, monday, 'Europe/Vienna')
    return [before.from, span.from, span.to].map((ms) => new Date(ms).toISOString().slice(0, 16))
  })
  expect(shown).toEqual([
    ['2026-05-29T22:00', '2026-05-30T22:00', '2026-05-31T22:00'],
    ['2026-05-17T22:00', '2026-05-24T22:00', '2026-05-31T22:00'],
    ['2026-03-31T22:00', '2026-04-30T22:00', '2026-05-31T22:00'],
  ])
})

test('a digest on demand covers the time up to the end of this hour, and compares it with an equally long range before', () => {
  // The current hour is within the range: in the middle of the last hour, it ends with the day.
  expect(recentSpans('weekly', 15 * 86_400_000 - 1_800_000)).toEqual({
    span: { from: 8 * 86_400_000, to: 15 * 86_400_000 },
    before: { from: 86_400_000, to: 8 * 86_400_000 },
  })
})
