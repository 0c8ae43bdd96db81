import { hasFlag, matchRoute, type RouteMatch } from '../../commands/core/addresses.ts'

/** Session and project state that screens depend on. */
export type AccessState = {
  readonly session: 'deciding' | 'signedOut' | 'signedIn'
  readonly project: 'deciding' | 'none' | 'open'
  /** Id of the open project. */
  readonly projectId: string | null
  readonly siteAdmin: 'deciding' | 'no' | 'yes'
}

/** Search parameter naming the project of an address. Mailed links carry it, because another project may be open. */
export const PROJECT_PARAMETER = 'project_key_str'

/** Verdict on an address: show its screen, open its project, wait, redirect, or require sign-in. */
export type Verdict =
  | { readonly kind: 'show'; readonly place: RouteMatch }
  | { readonly kind: 'wait' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'sign-in'; readonly target: string }

/** Decides what to show for an address. */
export const verdictOn = (href: string, { session, project, projectId, siteAdmin }: AccessState): Verdict => {
  const place = matchRoute(href)
  if ('redirect' in place) return { kind: 'redirect', to: place.redirect }
  // Signed-in accounts skip the front pages.
  if (place.name === 'sign-in' && session === 'signedIn') return { kind: 'redirect', to: '/collections' }
  if (place.name === 'sign-in' && session === 'deciding') return { kind: 'wait' }
  if (hasFlag(place.name, 'noAuthOk')) return { kind: 'show', place }
  if (session === 'deciding') return { kind: 'wait' }
  if (session === 'signedOut') return { kind: 'sign-in', target: href }
  if (hasFlag(place.name, 'siteAdminOnly') && siteAdmin !== 'yes')
    return siteAdmin === 'deciding' ? { kind: 'wait' } : { kind: 'redirect', to: '/collections' }
  const named = place.search[PROJECT_PARAMETER]
  if (named !== undefined && named !== projectId)
    return project === 'deciding' ? { kind: 'wait' } : { kind: 'project', id: named }
  if (hasFlag(place.name, 'noProjectOk')) return { kind: 'show', place }
  if (project === 'deciding') return { kind: 'wait' }
  return project === 'none' ? { kind: 'redirect', to: '/collections' } : { kind: 'show', place }
}
