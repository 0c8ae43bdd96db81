import { route } from '../core/route.ts'

/** Notifications. */
export const notificationRoutes = {
  notifications: route({ path: '/notifications/', title: 'Notifications', keys: 'g n' }),
}
