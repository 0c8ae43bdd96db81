import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayBecomeAhead, timeAhead } from '../../../src/commands/core/time-ahead.ts'

/** A Saturday, 09:30 in Vienna and 08:30 in UTC. */
const NOW = Date.parse('2026-11-21T08:30:00Z')
const inVienna = (text: string, now = NOW): string | null => {
  const moment = timeAhead(text, now, 'Europe/Vienna')
  return moment === null ? null : new Date(moment).toISOString()
}

describe('a time ahead', () => {
  test.each([
    ['14:30', '2026-11-21T13:30:00.000Z', 'a clock is that of today'],
    ['9', '2026-11-22T08:00:00.000Z', 'one that has struck is that of tomorrow'],
    ['today 10', '2026-11-21T09:00:00.000Z', ''],
    ['tomorrow 9', '2026-11-22T08:00:00.000Z', ''],
    ['Tomorrow 9:05', '2026-11-22T08:05:00.000Z', ''],
    ['mon 8:00', '2026-11-23T07:00:00.000Z', ''],
    ['monday 8', '2026-11-23T07:00:00.000Z', ''],
    ['friday 9', '2026-11-27T08:00:00.000Z', ''],
    ['friday', '2026-11-27T08:00:00.000Z', 'a day alone is its morning'],
    ['Fri', '2026-11-27T08:00:00.000Z', ''],
    ['tomorrow', '2026-11-22T08:00:00.000Z', ''],
    ['saturday', '2026-11-28T08:00:00.000Z', ''],
    ['sat 10', '2026-11-21T09:00:00.000Z', 'a weekday may be today'],
    ['sat 9', '2026-11-28T08:00:00.000Z', 'where it is over, it is the next'],
    ['2026-11-25 10:00', '2026-11-25T09:00:00.000Z', 'a date is one of the zone'],
    ['2026-11-25T10:00:00Z', '2026-11-25T10:00:00.000Z', 'unless it says its own'],
  ])('“%s” is %s: %s', (text, moment) => expect(inVienna(text)).toBe(moment))

  test.each([
    '',
    'soon',
    '25:00',
    '9:75',
    'today 9',
    '2026-11-20 10:00',
    '2020-01-01T00:00:00Z',
    '9 tomorrow',
    'frizzle 9',
    'yesterday',
    '32 March',
  ])('“%s” is none', (text) => expect(inVienna(text)).toBe(null))

  test.each([
    '',
    'f',
    'tom',
    'tomorrow 9:',
    'today',
    '9:',
    '9:3',
    '2',
    '2026-',
    '2026-11-2',
    '2026-11-25 9',
    '2026-11-25 9:0',
  ])('“%s” may become one', (text) => expect(mayBecomeAhead(text, NOW, 'Europe/Vienna')).toBe(true))
  test.each(['2026-11-25T10:00:0', '2026-11-25T10:00+0', '2026-11-25T10:00:00-05:'])(
    '“%s” may become one too',
    (text) => expect(mayBecomeAhead(text, NOW, 'Europe/Vienna')).toBe(true),
  )
  test.each(['yest', 'yesterday', '32 M', '32 March', 'frix', '9:7', '25:', '2020-', '9 tomorrow'])(
    '“%s” becomes none',
    (text) => expect(mayBecomeAhead(text, NOW, 'Europe/Vienna')).toBe(false),
  )

  test('goes by the walls of the zone over a change of its clocks', () => {
    expect(inVienna('tomorrow 9', Date.parse('2026-03-28T12:00:00Z'))).toBe('2026-03-29T07:00:00.000Z')
  })

  test('is always ahead, and within a week where it is a clock or a weekday', () => {
    const day = fc.constantFrom('', 'tomorrow ', 'sun ', 'wed ', 'sat ')
    const zone = fc.constantFrom('UTC', 'Europe/Vienna', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland')
    const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') })
    fc.assert(
      fc.property(day, fc.nat(23), fc.nat(59), zone, moment, (word, hour, minute, where, now) => {
        const end = timeAhead(`${word}${hour}:${String(minute).padStart(2, '0')}`, now, where)
        expect(end).toBeGreaterThan(now)
        // An hour more where clocks go back within the week.
        expect((end ?? 0) - now).toBeLessThanOrEqual(7 * 86_400_000 + 3_600_000)
      }),
    )
  })
})
