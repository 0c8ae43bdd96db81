/** The screens of links that leave the app. */
export const externalScreens = {
  external: () => import('./ExternalScreen.tsx'),
}
