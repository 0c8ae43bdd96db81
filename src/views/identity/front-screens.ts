import type { RouteOfArea } from '../../commands/areas.ts'
import { front, type ScreensOf } from '../core/screen-load.ts'

const signIn = front(() => import('./SignInScreen.tsx'))

/** The screens of sign-in and registration. */
export const screens: ScreensOf<RouteOfArea<'identity'>> = {
  'sign-in': signIn,
  'sign-out': signIn,
  register: front(() => import('./RegisterScreen.tsx')),
  'set-up': front(() => import('./SetUpScreen.tsx')),
  interaction: front(() => import('./InteractionScreen.tsx')),
  'forgotten-password': front(() => import('./ForgottenPasswordScreen.tsx')),
  'new-password': front(() => import('./NewPasswordScreen.tsx')),
  'change-address': front(() => import('./ChangeAddressScreen.tsx')),
  invitation: front(() => import('./InvitationScreen.tsx')),
  'verify-address': front(() => import('./VerifyScreen.tsx')),
}
