import { hasFlag, linkTo, matchRoute, type RouteMatch } from '../../commands/core/addresses.ts'

/** Session and project state that screens depend on. */
export type AccessState = {
  readonly session: 'deciding' | 'signedOut' | 'signedIn'
  /** `barred`: its organization has a rule that the person does not meet; its screens say so. */
  readonly project: 'deciding' | 'failed' | 'none' | 'barred' | 'open'
  /** Id of the open or barred project. */
  readonly projectId: string | null
  readonly siteAdmin: 'deciding' | 'no' | 'yes'
  /** The screen that sign-in leads to; absent: the collections. */
  readonly landing?: 'collections' | 'home' | 'objectives' | 'monitors' | 'results' | 'insights'
  /** Whether the app itself led to the address: then its object is of the open project. */
  readonly isOwn: boolean
  /** Projects of objects in addresses, by the object's id: null if the account may not see it, '' if unknown. */
  readonly homes: Readonly<Record<string, string | null>>
  /** Whether the account may open a project. */
  readonly mayOpen: (projectId: string) => boolean
}

/** Search parameter naming the project of an address. Mailed links carry it, because another project may be open. */
export const PROJECT_PARAMETER = 'project_key_str'

/** Verdict on an address: show its screen, find or open its project, say that there is nothing to see, wait, redirect, or require sign-in. */
export type Verdict =
  | { readonly kind: 'show'; readonly place: RouteMatch }
  | { readonly kind: 'wait' }
  | { readonly kind: 'locate'; readonly id: string }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'missing'; readonly place: RouteMatch }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'sign-in'; readonly target: string }

/** The id of the object that an address of a project names; null if it names none, a new one, or an address elsewhere. */
const objectOf = ({ name, params }: RouteMatch): string | null => {
  // Every project may have an environment of that name, and an auth setting with that provider.
  const namesNone = name === 'external' || name === 'environment' || name === 'setting-callback'
  const [id] = hasFlag(name, 'noProjectOk') || namesNone ? [] : Object.values(params)
  return id === undefined || id === 'new' ? null : id
}

/** Decides what to show for an address. */
export const verdictOn = (href: string, access: AccessState): Verdict => {
  const { session, project, projectId, siteAdmin, homes } = access
  const place = matchRoute(href)
  if ('redirect' in place) return { kind: 'redirect', to: place.redirect }
  // Signed-in accounts skip the front pages.
  if (place.name === 'sign-in' && session === 'signedIn')
    return { kind: 'redirect', to: linkTo(access.landing ?? 'collections') }
  if (place.name === 'sign-in' && session === 'deciding') return { kind: 'wait' }
  if (hasFlag(place.name, 'noAuthOk')) return { kind: 'show', place }
  if (session === 'deciding') return { kind: 'wait' }
  if (session === 'signedOut') return { kind: 'sign-in', target: href }
  if (hasFlag(place.name, 'siteAdminOnly') && siteAdmin !== 'yes')
    return siteAdmin === 'deciding' ? { kind: 'wait' } : { kind: 'redirect', to: '/collections' }
  const object = access.isOwn ? null : objectOf(place)
  const home = object === null ? '' : homes[object]
  if (home === undefined && object !== null) return { kind: 'locate', id: object }
  // The audit log has entries of what no longer exists.
  if (home === null && place.name !== 'audit-of-resource') return { kind: 'missing', place }
  // The list of projects did not load: the address stays, and the page offers to try again.
  if (project === 'failed') return { kind: 'show', place }
  const named = home || place.search[PROJECT_PARAMETER]
  if (named && named !== projectId) {
    if (project === 'deciding') return { kind: 'wait' }
    if (!access.mayOpen(named) || homes[named] === null) return { kind: 'missing', place }
    if (homes[named] === undefined) return { kind: 'project', id: named }
  }
  if (hasFlag(place.name, 'noProjectOk')) return { kind: 'show', place }
  if (project === 'deciding') return { kind: 'wait' }
  return project === 'none' ? { kind: 'redirect', to: '/collections' } : { kind: 'show', place }
}
