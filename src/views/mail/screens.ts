import type { RouteOfArea } from '../../commands/areas.ts'
import { front, type ScreensOf } from '../core/screen-load.ts'

/** The screens of mail. */
export const screens: ScreensOf<RouteOfArea<'mail'>> = {
  unsubscribe: front(() => import('./UnsubscribeScreen.tsx')),
  'email-subscriptions': () => import('./SubscriptionsScreen.tsx'),
  outbox: () => import('./OutboxScreen.tsx'),
  mail: () => import('./MailScreen.tsx'),
}
