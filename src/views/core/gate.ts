import { hasFlag, type Place, placeOf } from '../../commands/core/addresses.ts'

/** Where the person stands, as far as screens depend on it. */
export type Standing = {
  readonly session: 'deciding' | 'signedOut' | 'signedIn'
  readonly project: 'deciding' | 'none' | 'open'
  /** The id of the project that is open. */
  readonly projectId: string | null
  readonly siteAdmin: 'deciding' | 'no' | 'yes'
}

/** Names the project that an address is about: links that come by mail have it, since theirs may not be the one that is open. */
export const PROJECT_PARAMETER = 'project_key_str'

/** What to do about an address: show its screen, open the project that it names, wait until it is known, lead elsewhere, or ask to sign in first. */
export type Verdict =
  | { readonly kind: 'show'; readonly place: Place }
  | { readonly kind: 'wait' }
  | { readonly kind: 'project'; readonly id: string }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'sign-in'; readonly target: string }

/** Whether this person may see the screen of an address now. */
export const verdictOn = (href: string, { session, project, projectId, siteAdmin }: Standing): Verdict => {
  const place = placeOf(href)
  if ('redirect' in place) return { kind: 'redirect', to: place.redirect }
  // Whoever is signed in already has no use for the front door.
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
