import { DAY_MS } from '../../domain/core/periods.ts'
import type { RowOf } from '../kit/list/list.ts'
import { formats } from '../parts/text/format.ts'

export type Notification = RowOf<'notification.list'>
type NotificationKind = Notification['kind']

export const KINDS = [
  'alert',
  'recovery',
  'delivery_error',
  'location_away',
  'location_back',
  'quota',
  'token',
  'certificate',
] as const

export const kindWords: Readonly<Record<NotificationKind, string>> = {
  alert: 'Alert',
  recovery: 'Recovery',
  delivery_error: 'Delivery error',
  quota: 'Quota',
  token: 'Token',
  location_away: 'Location offline',
  location_back: 'Location online again',
  certificate: 'Certificate',
}

/** Opens what a notification is about: its result, else its alert, token or limit, else its monitor or workflow. */
export const opening = ({ id, result_id, webhook_id, token_id, quota, call_id, call_kind }: Notification) => ({
  command: 'notification.open',
  args: {
    notification: id,
    ...(result_id !== null && { [call_kind === 'workflow' ? 'workflow_result' : 'result']: result_id }),
    ...(webhook_id !== null && { webhook: webhook_id }),
    ...(token_id !== null && { token: token_id }),
    ...(quota !== null && { quota }),
    ...(call_id !== null && { [call_kind === 'workflow' ? 'workflow' : 'monitor']: call_id }),
  },
})

/** "3", or "99+": the server counts up to 100. */
export const unreadWords = (unread: number): string => (unread > 99 ? '99+' : String(unread))

const dayOf = (at: number): string => formats.instant(at).split(',')[0] ?? ''

/** "Today", "Yesterday", "19 Nov 2026": the day in the reader's time zone. */
const dayWords = (at: number, now: number): string => {
  const day = dayOf(at)
  if (day === dayOf(now)) return 'Today'
  return day === dayOf(now - DAY_MS) ? 'Yesterday' : day
}

/** Notifications grouped by day, in their order. */
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
