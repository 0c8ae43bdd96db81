import { describe, expect, test } from 'vitest'
import { impossibleDay, saidTime, type Toward } from '../../../src/commands/core/said-time.ts'

/** A Saturday, 09:30 in Vienna and 08:30 in UTC. */
const NOW = Date.parse('2026-11-21T08:30:00Z')
const inVienna = (text: string, toward: Toward): string | null => {
  const moment = saidTime(text, { now: NOW, zone: 'Europe/Vienna', toward })
  return moment === null ? null : new Date(moment).toISOString()
}

describe('a time that a person writes', () => {
  test.each([
    ['now', '2026-11-21T08:30:00.000Z'],
    ['in 2 hours', '2026-11-21T10:30:00.000Z'],
    ['in 1h30m', '2026-11-21T10:00:00.000Z'],
    ['In 90 minutes', '2026-11-21T10:00:00.000Z'],
    ['tomorrow 9', '2026-11-22T08:00:00.000Z'],
    ['2026-11-20 10:00', '2026-11-20T09:00:00.000Z'],
    ['2026-11-25', '2026-11-24T23:00:00.000Z'],
    ['2026-11-25 10:00:30', '2026-11-25T09:00:30.000Z'],
  ])('“%s” is the next one that is so: %s', (text, moment) => expect(inVienna(text, 'ahead')).toBe(moment))

  test.each([
    ['now', '2026-11-21T08:30:00.000Z'],
    ['2h', '2026-11-21T06:30:00.000Z'],
    ['1h30m', '2026-11-21T07:00:00.000Z'],
    ['3 days ago', '2026-11-18T08:30:00.000Z'],
    ['yesterday', '2026-11-19T23:00:00.000Z'],
    ['yesterday 9', '2026-11-20T08:00:00.000Z'],
    ['today', '2026-11-20T23:00:00.000Z'],
    ['9', '2026-11-21T08:00:00.000Z'],
    ['14:30', '2026-11-20T13:30:00.000Z'],
    ['mon 8:00', '2026-11-16T07:00:00.000Z'],
    ['sat 10', '2026-11-14T09:00:00.000Z'],
    ['2026-11-27 00:30', '2026-11-26T23:30:00.000Z'],
    ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
  ])('“%s” is the last one that was so: %s', (text, moment) => expect(inVienna(text, 'back')).toBe(moment))

  test.each(['', 'soon', '2h', 'yesterday', '2026-11-25 25:00', '2026-11-25 10:61', '2026-13-01 10:00'])(
    '“%s” is none ahead',
    (text) => expect(inVienna(text, 'ahead')).toBe(null),
  )

  test.each([
    ['2026-11-31 10:00', 'There is no 2026-11-31: the last day of that month is 2026-11-30.'],
    ['2027-02-29', 'There is no 2027-02-29: the last day of that month is 2027-02-28.'],
    ['2027-02-29T10:00Z', 'There is no 2027-02-29: the last day of that month is 2027-02-28.'],
    ['2026-04-31T10:00:00+02:00', 'There is no 2026-04-31: the last day of that month is 2026-04-30.'],
  ])('a day that its month does not have is none: %s', (text, sentence) => {
    expect([inVienna(text, 'ahead'), inVienna(text, 'back'), impossibleDay(text)]).toEqual([null, null, sentence])
  })
  test('whereas 29 February is one in a leap year', () => expect(impossibleDay('2028-02-29')).toBe(null))
})
