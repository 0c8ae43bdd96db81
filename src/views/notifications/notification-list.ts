import type { PageOf } from '../core/use-older.ts'
import { serverChoice, serverValue } from '../kit/list/choice-filter.ts'
import { defineList } from '../kit/list/list.ts'
import { KINDS, kindWords, type Notification, opening } from './notification-words.ts'

/** The first page, above older rows; without those where there is a gap between. */
const joined = (kept: readonly Notification[], { results: first }: PageOf<Notification>): readonly Notification[] => {
  const last = first.at(-1)
  if (!last || kept.length === 0) return first
  const at = kept.findIndex(({ id }) => id === last.id)
  const isGap = at < 0 && Date.parse(last.time) > Date.parse(kept[0]?.time ?? '')
  const fresh = new Set(first.map(({ id }) => id))
  return isGap ? first : [...first, ...kept.filter(({ id }) => !fresh.has(id))]
}

/** The feed of notifications. */
export const notificationList = defineList('notification.list', {
  kind: 'notification',
  one: 'notification',
  many: 'notifications',
  rowId: ({ id }) => id,
  rowName: ({ title }) => title,
  opens: opening,
  query: { limit: 50 },
  older: { command: 'notification.older', join: joined },
  filters: [
    serverChoice({
      name: 'unread',
      label: 'Which notifications',
      control: 'links',
      options: [{ value: 'yes', label: 'Unread' }],
      asks: () => ({ unread: 'true' as const }),
    }),
    serverChoice({
      name: 'kind',
      label: 'Kind',
      options: KINDS.map((value) => ({ value, label: kindWords[value] })),
      asks: (kind) => ({ kind }),
    }),
    serverValue({
      name: 'monitor',
      label: 'Monitor',
      options: (rows) =>
        rows.flatMap(({ call_id: value, call_name }) => (value ? [{ value, label: call_name ?? value }] : [])),
      asks: (call_id) => ({ call_id }),
    }),
  ],
  empty: {
    text: 'Alerts are listed here too: when a monitor fails, when it recovers, and when a delivery fails. So are locations that go offline, tokens that expire, and limits that are almost used.',
    line: 'create alert email ops@example.com',
    acts: [{ command: 'webhook.new', icon: 'plus', label: 'Add an alert' }],
  },
})
