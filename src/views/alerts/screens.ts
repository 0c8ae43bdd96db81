import { front } from '../core/screen-load.ts'

/** The screens of alerts. */
export const alertScreens = {
  'confirm-recipient': front(() => import('./ConfirmAlertsScreen.tsx')),
  webhooks: () => import('./WebhooksScreen.tsx'),
  'new-webhook': () => import('./NewWebhookScreen.tsx'),
  webhook: () => import('./WebhookScreen.tsx'),
  'webhook-edit': () => import('./WebhookEditScreen.tsx'),
}
