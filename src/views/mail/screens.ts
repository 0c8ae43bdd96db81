import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of mail behind the front door. */
export const screens: ScreensOf<Exclude<RouteOfArea<'mail'>, 'unsubscribe'>> = {
  'email-subscriptions': () => import('./SubscriptionsScreen.tsx'),
  'expert-subscription': () => import('./ExpertSubscriptionScreen.tsx'),
  outbox: () => import('./OutboxScreen.tsx'),
  mail: () => import('./MailScreen.tsx'),
}
