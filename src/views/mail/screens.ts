import { front } from '../core/screen-load.ts'

/** The screens of mail. */
export const mailScreens = {
  unsubscribe: front(() => import('./UnsubscribeScreen.tsx')),
  'email-subscriptions': () => import('./SubscriptionsScreen.tsx'),
  outbox: () => import('./OutboxScreen.tsx'),
  mail: () => import('./MailScreen.tsx'),
}
