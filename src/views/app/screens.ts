import type { ComponentType } from 'react'
import type { RouteName } from '../../commands/routes.ts'

/** A screen's module: its default export is the screen. */
export type ScreenModule = { readonly default: ComponentType }

type Load = () => Promise<ScreenModule>

// The tabs of a monitor are one screen: its frame stays while one goes from tab to tab.
const monitor: Load = () => import('../monitors/MonitorScreen.tsx')
const signIn: Load = () => import('../identity/SignInScreen.tsx')

/** Which file shows a route. One arrow for each import: two in one expression would share one list of chunks to preload. */
export const screens: Readonly<Record<RouteName, Load>> = {
  'sign-in': signIn,
  'sign-out': signIn,
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
  'new-monitor': monitor,
  monitor: monitor,
  'monitor-run': monitor,
  'monitor-edit': monitor,
  'monitor-results': monitor,
  'monitor-statistics': monitor,
  'monitor-latency': monitor,
  'monitor-passfail': monitor,
  results: () => import('../results/ResultsScreen.tsx'),
  result: () => import('../results/ResultScreen.tsx'),
}

const files: readonly Load[] = [...new Set(Object.values(screens))]

/** The same for routes that the same screen shows. */
export const screenKey = (name: RouteName): number => files.indexOf(screens[name])
