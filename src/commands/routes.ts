import { routeRows } from './areas.ts'
import type { RouteSpec } from './core/route.ts'

type Rows = typeof routeRows

export type RouteName = keyof Rows

/** What the first load knows of a screen; the rest of its row comes with the commands. */
type Screen = Pick<RouteSpec, 'path' | 'title' | 'flags'>

const screensOf = (rows: Readonly<Record<RouteName, RouteSpec>>): Readonly<Record<RouteName, Screen>> => {
  const screens = Object.entries(rows).map(([name, { path, title, flags }]) => [name, { path, title, flags }])
  // The same keys as those of the rows; Object.fromEntries cannot know it.
  return Object.fromEntries(screens) as Readonly<Record<RouteName, Screen>>
}

/** The screens by their addresses: links, the router and titles are read off them. The build writes this module out as data. */
export const routes = screensOf(routeRows)

/** Old and short addresses, and where they lead. A variable that both name is carried over. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ['/login/', '/'],
  ['/projects', '/collections'],
  ['/home/audit', '/audits/'],
  ['/subscriptions', '/subscriptions/email'],
  ['/account-settings/', '/assertions/latency'],
  ['/account-settings/http', '/assertions/http'],
  ['/account-settings/conditions', '/assertions/headers'],
  ['/account-settings/webhooks', '/webhooks'],
  ['/services/{authId}/edit', '/services/{authId}/'],
  ['/tokens/service/{authId}/', '/services/{authId}/tokens'],
  ['/account-settings/variables/{workspace}', '/environments/{workspace}'],
  ['/settings/', '/settings/profile'],
  ['/settings/organization/{orgId}/', '/organization/{orgId}/settings'],
  ['/organization/{orgId}/', '/organization/{orgId}/overview'],
  ['/settings/generate-api-key', '/settings/api-key'],
  ['/tests/test/{callId}/meta', '/tests/test/{callId}/advanced'],
  ['/tests/test/{callId}/sharing', '/tests/test/{callId}/advanced'],
  ['/tests/test/{callId}/conditions', '/tests/test/{callId}/assertions'],
  ['/tests/test/{callId}/stats/passfail-block', '/tests/test/{callId}/stats/passfail'],
  ['/rank', '/insights/'],
  // Old addresses of files: the report offers the download.
  ['/reports/{reportId}/csv', '/reports/{reportId}/?csv=report'],
  ['/reports/{reportId}/locations/csv', '/reports/{reportId}/?csv=locations'],
  ['/reports/{reportId}/{groupId}/csv', '/reports/{reportId}/?csv=report&group={groupId}'],
  ['/reports/{reportId}/{groupId}/locations/csv', '/reports/{reportId}/?csv=locations&group={groupId}'],
  // The id of a report.
  ['/insights/{callId}__{start}__{end}/', '/tests/test/{callId}/insights/{start}/{end}/'],
  ['/stats/{callId}/', '/tests/test/{callId}/stats/'],
  ['/stats/{callId}/latency', '/tests/test/{callId}/stats/latency'],
  ['/stats/{callId}/heatmap', '/tests/test/{callId}/stats/heatmap'],
  ['/stats/{callId}/response', '/tests/test/{callId}/stats/response'],
  ['/stats/{callId}/histogram', '/tests/test/{callId}/stats/histogram'],
  ['/stats/{callId}/passfail', '/tests/test/{callId}/stats/passfail'],
  ['/stats/{callId}/map', '/tests/test/{callId}/stats/map'],
  ['/stats/{callId}/passfail-block', '/tests/test/{callId}/stats/passfail'],
]

/** Where unknown addresses lead, and where a signed-in person begins. */
export const FALLBACK_ADDRESS = '/collections'

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** The variables of a route. */
export type ParamsOfRoute<Name extends RouteName> = { readonly [P in NamesIn<Rows[Name]['path']>]: string }

/** The arguments of `linkTo` after the name: none for a route without variables. */
export type LinkArguments<Name extends RouteName> = [NamesIn<Rows[Name]['path']>] extends [never]
  ? [params?: Record<never, never>, search?: Search]
  : [params: ParamsOfRoute<Name>, search?: Search]

export type Search = Readonly<Record<string, string | number | boolean | null | undefined>>
