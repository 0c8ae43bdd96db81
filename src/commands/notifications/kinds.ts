import { kind, listed } from '../core/kind-row.ts'

/** Notifications. */
export const notificationKinds = {
  notification: kind({
    noun: ['notification', 'notifications'],
    icon: 'mail',
    parameter: null,
    list: listed('notification.list', { query: { limit: 10 } }, ({ results }) =>
      results.map(({ id, title, text }) => ({ id, name: title, note: text })),
    ),
    naming: null,
    routes: { list: 'notifications', one: null, make: null, edit: null },
  }),
}
