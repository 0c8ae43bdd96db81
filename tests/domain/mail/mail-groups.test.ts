import { expect, test } from 'vitest'
import { isEventGroup, MAIL_GROUPS, nextMail } from '../../../src/domain/mail/mail-groups.ts'

const at = (text: string): number => Date.parse(text)
const next = (kind: string, after: string, zone: string): string | null => {
  const due = nextMail(kind, at(after), zone)
  return due === null ? null : new Date(due).toISOString()
}

test('scores leave at seven in the morning after the UTC week of their reports is over', () => {
  // 23 November 2026 is a Monday.
  expect(next('insights_weekly', '2026-11-20T12:00:00Z', 'Europe/Vienna')).toBe('2026-11-23T06:00:00.000Z')
  expect(next('insights_weekly', '2026-11-20T12:00:00Z', 'America/New_York')).toBe('2026-11-23T12:00:00.000Z')
  // In Tokyo it is nine when the week ends.
  expect(next('insights_weekly', '2026-11-20T12:00:00Z', 'Asia/Tokyo')).toBe('2026-11-23T22:00:00.000Z')
})

test('the mail after one that was just sent is that of the next period', () => {
  expect(next('insights_weekly', '2026-11-23T06:00:00Z', 'Europe/Vienna')).toBe('2026-11-30T06:00:00.000Z')
  expect(next('insights_weekly', '2026-11-23T22:00:00Z', 'Asia/Tokyo')).toBe('2026-11-30T22:00:00.000Z')
  expect(next('insights_weekly', '2026-11-23T00:30:00Z', 'Europe/Vienna')).toBe('2026-11-23T06:00:00.000Z')
  expect(next('insights_monthly', '2026-11-23T12:00:00Z', 'Pacific/Auckland')).toBe('2026-12-01T18:00:00.000Z')
})

test('digests and shared collections keep their times, and mail about events has none', () => {
  expect(next('weekly', '2026-11-20T12:00:00Z', 'UTC')).toBe('2026-11-23T07:00:00.000Z')
  expect(next('api_expert', '2026-11-20T12:00:00Z', 'UTC')).toBe('2026-11-23T07:00:00.000Z')
  for (const group of Object.keys(MAIL_GROUPS))
    expect([group, next(group, '2026-11-20T12:00:00Z', 'UTC') === null]).toEqual([group, isEventGroup(group)])
  expect(next('product_news', '2026-11-20T12:00:00Z', 'UTC')).toBeNull()
})
