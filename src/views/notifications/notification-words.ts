import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf, QueryOf } from '../../contract/core/endpoint.ts'
import { formats } from '../parts/text/format.ts'

export type Notification = AnswerOf<ProductContract['notification.list']>['results'][number]
export type NotificationQuery = QueryOf<ProductContract['notification.list']>
export type NotificationKind = Notification['kind']

export const KINDS = [
  'alert',
  'recovery',
  'delivery_error',
  'location_away',
  'location_back',
  'quota',
  'token',
] as const

export const kindWords: Readonly<Record<NotificationKind, string>> = {
  alert: 'Alert',
  recovery: 'Recovery',
  delivery_error: 'Delivery error',
  quota: 'Quota',
  token: 'Token',
  location_away: 'Location away',
  location_back: 'Location back',
}

/** How many are read at once. */
const PAGE = 50
const DAY_MS = 86_400_000

/** What the address asks for of the feed. */
export const notificationQuery = (search: Readonly<Record<string, string>>): NotificationQuery => {
  const kind = KINDS.find((each) => each === search.kind)
  return {
    limit: PAGE,
    ...(kind && { kind }),
    ...(search.monitor && { call_id: search.monitor }),
    ...(search.unread === 'yes' && { unread: 'true' as const }),
  }
}

/** Whether the address narrows the feed at all. */
export const isNarrowed = ({ kind, monitor, unread }: Readonly<Record<string, string>>): boolean =>
  [kind, monitor, unread].some((part) => part !== undefined && part !== '')

/** What opening a notification leads to: its result, else its webhook, else its monitor. */
export const openingOf = ({ id, result_id, webhook_id, call_id }: Notification) => ({
  notification: id,
  ...(result_id !== null && { result: result_id }),
  ...(webhook_id !== null && { webhook: webhook_id }),
  ...(call_id !== null && { monitor: call_id }),
})

/** "3", and "99+" where there are more than are counted. */
export const unreadWords = (unread: number): string => (unread > 99 ? '99+' : String(unread))

const dayOf = (at: number): string => formats.instant(at).split(',')[0] ?? ''

/** "Today", "Yesterday", "19 Nov 2026": the day in the reader's zone. */
const dayWords = (at: number, now: number): string => {
  const day = dayOf(at)
  if (day === dayOf(now)) return 'Today'
  return day === dayOf(now - DAY_MS) ? 'Yesterday' : day
}

/** The notifications of each day, in their order. */
export const byDay = (
  notifications: readonly Notification[],
  now: number,
): readonly { day: string; of: readonly Notification[] }[] => {
  const days = new Map<string, Notification[]>()
  for (const one of notifications) {
    const day = dayWords(Date.parse(one.time), now)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  return [...days].map(([day, of]) => ({ day, of }))
}
