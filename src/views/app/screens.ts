import type { ComponentType } from 'react'
import type { RouteName } from '../../commands/routes.ts'

/** A screen's module: its default export is the screen. */
export type ScreenModule = { readonly default: ComponentType }

/** Which file shows a route. One arrow for each import: two in one expression would share one list of chunks to preload. */
export const screens: Readonly<Record<RouteName, () => Promise<ScreenModule>>> = {
  'sign-in': () => import('../identity/SignInScreen.tsx'),
  'sign-out': () => import('../identity/SignInScreen.tsx'),
  register: () => import('../identity/RegisterScreen.tsx'),
  debug: () => import('../debug/DebugScreen.tsx'),
  'set-up': () => import('../identity/SetUpScreen.tsx'),
  interaction: () => import('../identity/InteractionScreen.tsx'),
  'forgotten-password': () => import('../identity/ForgottenPasswordScreen.tsx'),
  'new-password': () => import('../identity/NewPasswordScreen.tsx'),
  'verify-address': () => import('../identity/VerifyScreen.tsx'),
  external: () => import('../external/ExternalScreen.tsx'),
  collections: () => import('../collections/CollectionsScreen.tsx'),
  'new-project': () => import('../collections/NewProjectScreen.tsx'),
  home: () => import('../home/HomeScreen.tsx'),
  monitors: () => import('../monitors/MonitorsScreen.tsx'),
  'new-monitor': () => import('../monitors/MonitorScreen.tsx'),
  monitor: () => import('../monitors/MonitorScreen.tsx'),
  'monitor-run': () => import('../monitors/MonitorScreen.tsx'),
  'monitor-edit': () => import('../monitors/MonitorScreen.tsx'),
  'monitor-results': () => import('../monitors/MonitorScreen.tsx'),
  'monitor-statistics': () => import('../monitors/MonitorScreen.tsx'),
  'monitor-latency': () => import('../monitors/MonitorScreen.tsx'),
  'monitor-passfail': () => import('../monitors/MonitorScreen.tsx'),
  results: () => import('../results/ResultsScreen.tsx'),
  result: () => import('../results/ResultScreen.tsx'),
}
