/** The screens of the own account. */
export const accountScreens = {
  profile: () => import('./ProfileScreen.tsx'),
}
