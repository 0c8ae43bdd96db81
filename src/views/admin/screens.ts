import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of administration. */
export const screens: ScreensOf<'accounts'> = {
  accounts: () => import('./AccountsScreen.tsx'),
}
