import { route } from '../core/route.ts'

/** Alerts. */
export const alertRoutes = {
  'confirm-recipient': route({
    path: '/confirm-alerts/{token}',
    title: 'Confirm alerts',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  acknowledge: route({
    path: '/acknowledge/{token}',
    title: 'Acknowledge',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  webhooks: route({
    path: '/webhooks',
    title: 'Alerts & Webhooks',
    words: 'alerts',
    aliases: ['webhooks'],
    keys: 'g a',
  }),
  'new-webhook': route({ path: '/webhooks/new', title: 'New alert', words: 'new-alert', aliases: ['new-webhook'] }),
  webhook: route({ path: '/webhooks/{webhookId}', title: 'Alert', words: 'alert', aliases: ['webhook'] }),
  'webhook-edit': route({
    path: '/webhooks/{webhookId}/edit',
    title: 'Edit alert',
    words: 'alert-edit',
    aliases: ['webhook-edit'],
  }),
}
