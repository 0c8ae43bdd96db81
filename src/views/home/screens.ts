/** The screens of the home. */
export const homeScreens = {
  home: () => import('./HomeScreen.tsx'),
}
