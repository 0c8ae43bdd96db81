/** The screens of notifications. */
export const notificationScreens = {
  notifications: () => import('./NotificationsScreen.tsx'),
}
