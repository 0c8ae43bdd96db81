import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of alerts behind the front door. */
export const screens: ScreensOf<Exclude<RouteOfArea<'alerts'>, 'confirm-recipient' | 'acknowledge'>> = {
  webhooks: () => import('./WebhooksScreen.tsx'),
  'new-webhook': () => import('./NewWebhookScreen.tsx'),
  webhook: () => import('./WebhookScreen.tsx'),
  'webhook-edit': () => import('./WebhookEditScreen.tsx'),
}
