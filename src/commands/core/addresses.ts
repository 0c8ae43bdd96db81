import { FALLBACK_ADDRESS, type LinkArguments, type RouteName, redirects, routes, type Search } from '../routes.ts'
import type { RouteSpec } from './route.ts'

/** Where an address leads: a screen with its variables, or another address. */
export type RouteMatch = {
  readonly name: RouteName
  readonly params: Readonly<Record<string, string>>
  readonly search: Readonly<Record<string, string>>
}
export type Destination = RouteMatch | { readonly redirect: string }

const table: Readonly<Record<string, RouteSpec>> = routes

/** The address of a screen. An unknown name or a missing variable is an error. */
export const linkTo = <Name extends RouteName>(name: Name, ...[params, search]: LinkArguments<Name>): string =>
  addressOf(name, params ?? {}, search)

/** As `linkTo`, for a name and variables known only at run time, such as those of a typed command. */
export const addressOf = (name: string, params: Readonly<Record<string, string>>, search: Search = {}): string => {
  const spec = Object.hasOwn(table, name) ? table[name] : undefined
  if (!spec) throw new Error(`There is no route called ${name}.`)
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value == null || value === '' ? [] : [[key, String(value)]])),
  ).toString()
  return fill(spec.path, params) + (query && `?${query}`)
}

const fill = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, variable: string) => {
    const value = params[variable]
    if (!value) throw new Error(`The address ${template} needs ${variable}.`)
    return encodeURIComponent(value)
  })

/** Search parameter that holds an address which no screen has. */
export const UNKNOWN_PARAMETER = 'unknown'

let newest: { readonly href: string; readonly destination: Destination } | null = null

/** The screen or the redirect of an address (path and query). A slash at the end makes no difference. */
export const matchRoute = (href: string): Destination => {
  // Every command asks, of the one address that is shown.
  if (newest?.href !== href) newest = { href, destination: destinationOf(href) }
  return newest.destination
}

const destinationOf = (href: string): Destination => {
  const [beforeHash = ''] = href.split('#')
  const [path = '/', query = ''] = beforeHash.split('?')
  for (const [name, { path: template }] of Object.entries(table)) {
    const params = matched(template, path)
    if (params) return { name: name as RouteName, params, search: Object.fromEntries(new URLSearchParams(query)) }
  }
  for (const [from, to] of redirects) {
    const params = matched(from, path)
    if (params) return { redirect: fill(to, params) + (query && `${to.includes('?') ? '&' : '?'}${query}`) }
  }
  // The page there names the address, so that nobody wonders where they are.
  return { redirect: `${FALLBACK_ADDRESS}?${new URLSearchParams([[UNKNOWN_PARAMETER, path]])}` }
}

/** The nearest page above an address that has none: the monitor of `/tests/test/{id}/misspelled`; null where there is no such page. */
export const pageAbove = (path: string): RouteMatch | null => {
  const segments = segmentsOf(path)
  for (let length = segments.length - 1; length > 0; length--) {
    const above = destinationOf(`/${segments.slice(0, length).join('/')}`)
    if ('name' in above) return above
  }
  return null
}

const segmentsOf = (path: string): string[] => path.replace(/^\/|\/$/g, '').split('/')

const matched = (template: string, path: string): Record<string, string> | null => {
  const wanted = segmentsOf(template)
  const given = segmentsOf(path)
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = decoded(given[index] ?? '')
    const variables = variablesIn(segment)
    const values = valuesOf(value, variables.length)
    if (variables.length > 0 ? values === null : segment !== value) return null
    for (const [place, variable] of variables.entries()) params[variable] = values?.[place] ?? ''
  }
  return params
}

/** A segment is a word, or variables with double underscores between them. */
const variablesIn = (segment: string): string[] => (/^\{.+\}$/.test(segment) ? segment.slice(1, -1).split('}__{') : [])

/** Splits a segment into this many values, none of them empty; only the first may contain a double underscore itself. */
const valuesOf = (segment: string, count: number): string[] | null => {
  const parts = segment.split('__')
  const first = parts.splice(0, parts.length - count + 1).join('__')
  const values = count === 1 ? [segment] : [first, ...parts]
  return values.length === count && values.every((value) => value !== '') ? values : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The title of a page: its own, the object's name where there is one, the product, and the installation's label. */
export const titleOf = (place: RouteMatch, environment: string | null, object?: string): string => {
  const own = object ? `${object} · ${routes[place.name].title}` : routes[place.name].title
  return `${own} · Sonde${environment ? ` (${environment})` : ''}`
}

/** Whether a route may be shown without sign-in, or without a project. */
export const hasFlag = (name: RouteName, flag: 'noAuthOk' | 'noProjectOk' | 'siteAdminOnly' | 'fullModal'): boolean =>
  (table[name]?.flags ?? []).includes(flag)
