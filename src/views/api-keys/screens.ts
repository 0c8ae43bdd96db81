/** The screens of API keys. */
export const apiKeyScreens = {
  'api-keys': () => import('./ApiKeysScreen.tsx'),
}
