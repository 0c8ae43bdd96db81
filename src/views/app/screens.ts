import type { ComponentType } from 'react'
import type { RouteName } from '../../commands/routes.ts'
import { commandBook } from '../core/command-book.ts'

/** A screen's module: its default export is the screen. */
export type ScreenModule = { readonly default: ComponentType }

type Load = () => Promise<ScreenModule>

/** A screen of the front door, with the commands that stand there. */
const front =
  (load: Load): Load =>
  async () => {
    const [screen] = await Promise.all([load(), commandBook.loadFrontDoor()])
    return screen
  }

// The tabs of a monitor are one screen: its frame stays while one goes from tab to tab.
const monitor: Load = () => import('../monitors/MonitorScreen.tsx')
const schedule: Load = () => import('../schedules/ScheduleScreen.tsx')
const signIn = front(() => import('../identity/SignInScreen.tsx'))

/** Which file shows a route. One arrow for each import: two in one expression would share one list of chunks to preload. */
export const screens: Readonly<Record<RouteName, Load>> = {
  'sign-in': signIn,
  'sign-out': signIn,
  register: front(() => import('../identity/RegisterScreen.tsx')),
  debug: () => import('../debug/DebugScreen.tsx'),
  'set-up': front(() => import('../identity/SetUpScreen.tsx')),
  interaction: front(() => import('../identity/InteractionScreen.tsx')),
  'forgotten-password': front(() => import('../identity/ForgottenPasswordScreen.tsx')),
  'new-password': front(() => import('../identity/NewPasswordScreen.tsx')),
  'verify-address': front(() => import('../identity/VerifyScreen.tsx')),
  external: () => import('../external/ExternalScreen.tsx'),
  unsubscribe: front(() => import('../mail/UnsubscribeScreen.tsx')),
  'confirm-recipient': front(() => import('../alerts/ConfirmAlertsScreen.tsx')),
  'email-subscriptions': () => import('../mail/SubscriptionsScreen.tsx'),
  outbox: () => import('../mail/OutboxScreen.tsx'),
  mail: () => import('../mail/MailScreen.tsx'),
  accounts: () => import('../admin/AccountsScreen.tsx'),
  collections: () => import('../projects/CollectionsScreen.tsx'),
  'new-project': () => import('../projects/NewProjectScreen.tsx'),
  welcome: () => import('../onboarding/WelcomeScreen.tsx'),
  'getting-started': () => import('../onboarding/GettingStartedScreen.tsx'),
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
  profile: () => import('../accounts/ProfileScreen.tsx'),
  'project-settings': () => import('../projects/ProjectSettingsScreen.tsx'),
  'api-keys': () => import('../api-keys/ApiKeysScreen.tsx'),
  'monitor-webhooks': monitor,
  webhooks: () => import('../alerts/WebhooksScreen.tsx'),
  'new-webhook': () => import('../alerts/NewWebhookScreen.tsx'),
  webhook: () => import('../alerts/WebhookScreen.tsx'),
  'webhook-edit': () => import('../alerts/WebhookEditScreen.tsx'),
  'monitor-schedules': monitor,
  schedules: () => import('../schedules/SchedulesScreen.tsx'),
  'new-schedule': schedule,
  schedule: schedule,
  'schedule-targets': schedule,
  notifications: () => import('../notifications/NotificationsScreen.tsx'),
  audit: () => import('../audit/AuditScreen.tsx'),
  'audit-of-resource': () => import('../audit/ResourceAuditScreen.tsx'),
  'audit-of-organization': () => import('../audit/OrganizationAuditScreen.tsx'),
  'monitor-audit': monitor,
  results: () => import('../results/ResultsScreen.tsx'),
  result: () => import('../results/ResultScreen.tsx'),
}

const files: readonly Load[] = [...new Set(Object.values(screens))]

/** The same for routes that the same screen shows. */
export const screenKey = (name: RouteName): number => files.indexOf(screens[name])
