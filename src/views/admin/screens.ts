/** The screens of administration. */
export const adminScreens = {
  accounts: () => import('./AccountsScreen.tsx'),
}
