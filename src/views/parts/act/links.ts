import { createContext, useContext } from 'react'
import type { ParamsOfRoute, RouteName, Search } from '../../../commands/routes.ts'

/** A place in the app by its route's name; `hash` names an element there. */
export type Place = {
  readonly to: RouteName
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly search?: Search | undefined
  readonly hash?: string | undefined
}

/** A place whose variables are those of its route. */
export type PlaceOf<Name extends RouteName> = Omit<Place, 'to' | 'params'> & {
  readonly to: Name
} & (keyof ParamsOfRoute<Name> extends never
    ? { readonly params?: Record<never, never> | undefined }
    : { readonly params: ParamsOfRoute<Name> })

/** Addresses of the app and going to them. `here` is the address shown now: path, and search if there is one. */
export type Links = {
  readonly here: string
  href(name: RouteName, params?: Readonly<Record<string, string>>, search?: Search): string
  go(href: string, replace?: boolean): void
}

const unprovided = (): never => {
  throw new Error('Links are provided at the door of the web app')
}

export const LinksContext = createContext<Links>({ here: '', href: unprovided, go: unprovided })

/** The links of this app. */
export const useLinks = (): Links => useContext(LinksContext)

/** The address of a place. */
export const hrefOf = (links: Links, { to, params, search, hash }: Place): string =>
  links.href(to, params, search) + (hash === undefined ? '' : `#${hash}`)

const trimmed = (path: string): string => path.replace(/\/+$/, '')
const pathOf = (href: string): string => trimmed(href.split(/[?#]/, 1)[0] ?? '')

/** Whether an address is the one shown: the same path, and the same search where the address has one. */
export const isHere = (here: string, href: string): boolean => {
  const [withoutHash = ''] = href.split('#')
  return pathOf(here) === pathOf(href) && (!withoutHash.includes('?') || queryOf(here) === queryOf(withoutHash))
}

const queryOf = (href: string): string => new URLSearchParams(href.split('#')[0]?.split('?')[1] ?? '').toString()
