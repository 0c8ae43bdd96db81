import { accountRoutes } from './accounts/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { debugRoutes } from './debug/routes.ts'
import { downtimeRoutes } from './downtimes/routes.ts'
import { externalRoutes } from './external/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { monitorRoutes } from './monitors/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { projectRoutes } from './projects/routes.ts'
import { resultRoutes } from './results/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'

/** The screens by their addresses, kept by area: links, the router, titles, breadcrumbs and the `open …` commands are read off their rows. */
export const routes = {
  ...identityRoutes,
  ...debugRoutes,
  ...externalRoutes,
  ...mailRoutes,
  ...projectRoutes,
  ...onboardingRoutes,
  ...homeRoutes,
  ...monitorRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...alertRoutes,
  ...downtimeRoutes,
  ...scheduleRoutes,
  ...notificationRoutes,
  ...auditRoutes,
  ...resultRoutes,
} as const

export type RouteName = keyof typeof routes

/** Old and short addresses, and where they lead. A variable that both name is carried over. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ['/login/', '/'],
  ['/projects', '/collections'],
  ['/home/audit', '/audits/'],
  ['/subscriptions', '/subscriptions/email'],
  ['/account-settings/webhooks', '/webhooks'],
  ['/settings/', '/settings/profile'],
  ['/settings/generate-api-key', '/settings/api-key'],
  ['/tests/test/{callId}/stats/passfail-block', '/tests/test/{callId}/stats/passfail'],
  ['/stats/{callId}/', '/tests/test/{callId}/stats/'],
  ['/stats/{callId}/latency', '/tests/test/{callId}/stats/latency'],
  ['/stats/{callId}/passfail', '/tests/test/{callId}/stats/passfail'],
  ['/stats/{callId}/passfail-block', '/tests/test/{callId}/stats/passfail'],
]

/** Where unknown addresses lead, and where a signed-in person begins. */
export const FALLBACK_ADDRESS = '/collections'

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The variables of a route. */
export type ParamsOfRoute<Name extends RouteName> = { readonly [P in NamesIn<(typeof routes)[Name]['path']>]: string }

/** What `linkTo` takes after the name: nothing for a route without variables. */
export type LinkArguments<Name extends RouteName> = [NamesIn<(typeof routes)[Name]['path']>] extends [never]
  ? [params?: Record<never, never>, search?: Search]
  : [params: ParamsOfRoute<Name>, search?: Search]

export type Search = Readonly<Record<string, string | number | boolean | null | undefined>>
