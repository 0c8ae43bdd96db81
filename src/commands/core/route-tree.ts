import { kindMadeAt, kindOfParameter, kinds } from '../kinds.ts'
import { type RouteName, routes } from '../routes.ts'
import type { RouteMatch } from './addresses.ts'
import type { RouteSpec } from './route.ts'
import type { EntityKind } from './world.ts'

/** The rows of routes. A parent that is no route does not compile. */
const table: Readonly<Record<RouteName, Omit<RouteSpec, 'parent'> & { readonly parent?: RouteName }>> = routes

/** The id that stands in an address for an object that is not stored yet. */
const NEW = 'new'

/** A variable of a route, and the kind that it names. */
export type RouteVariable = { readonly variable: string; readonly kind: EntityKind | null }

/** The variables of a route, in the order of its path. */
export const variablesOf = (name: RouteName): readonly RouteVariable[] =>
  [...table[name].path.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => ({
    variable,
    kind: kindOfParameter(variable),
  }))

const kindOfRoute = (name: RouteName): EntityKind | null => variablesOf(name)[0]?.kind ?? kindMadeAt(name)

/** The route above one, in the breadcrumb and in the navigation; null at the top. */
export const parentOf = (name: RouteName): RouteName | null => {
  const kind = kindOfRoute(name)
  const parent = table[name].parent ?? (kind && kinds[kind].routes.list)
  return parent === name ? null : parent
}

/** Whether a route is another or stands below it. */
export const isWithin = (name: RouteName, other: RouteName): boolean => {
  if (name === other) return true
  const parent = parentOf(name)
  return parent !== null && isWithin(parent, other)
}

/** The icon of a route: its own, else that of its kind. */
export const iconOf = (name: RouteName): string => {
  const { icon } = table[name]
  if (icon !== undefined) return icon
  for (const { icon: ofKind, routes: of } of Object.values(kinds)) {
    if (of.list === name || of.one === name) return ofKind
    if (of.make === name) return 'plus'
    if (of.edit === name) return 'edit'
  }
  return 'chevron-right'
}

/** The object that a place shows; null where it shows none, or one that is not stored yet. */
export const objectAt = ({ name, params }: RouteMatch): { readonly kind: EntityKind; readonly id: string } | null => {
  const found = variablesOf(name).find(({ kind }) => kind !== null && kinds[kind].naming !== null)
  const id = found && params[found.variable]
  return found?.kind && id && id !== NEW ? { kind: found.kind, id } : null
}

/** The last step of a place's breadcrumb, where it shows no object whose name is known. */
export const crumbOf = ({ name, params }: RouteMatch): string => {
  const kind = kindOfRoute(name)
  const isNew = kind !== null && Object.values(params).includes(NEW)
  return table[name].crumb ?? (isNew ? `New ${kinds[kind].noun[0]}` : table[name].title)
}
