import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

const setting: Load = () => import('./AuthSettingScreen.tsx')

/** The screens of auth settings and tokens. */
export const screens: ScreensOf<RouteOfArea<'auth'>> = {
  'auth-settings': () => import('./AuthSettingsScreen.tsx'),
  'new-auth-setting': () => import('./NewAuthSettingScreen.tsx'),
  'auth-setting': setting,
  'auth-setting-keys': setting,
  'auth-setting-tokens': setting,
  'auth-setting-certificates': setting,
  'auth-setting-users': setting,
  tokens: () => import('./TokensScreen.tsx'),
  'token-wizard': () => import('./TokenWizardScreen.tsx'),
  'new-token': () => import('./NewTokenScreen.tsx'),
  token: () => import('./TokenScreen.tsx'),
  'token-callback': () => import('./TokenCallbackScreen.tsx'),
  'setting-callback': () => import('./TokenCallbackScreen.tsx'),
}
