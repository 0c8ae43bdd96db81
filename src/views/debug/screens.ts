/** The screens of the debug screen. */
export const debugScreens = {
  debug: () => import('./DebugScreen.tsx'),
}
