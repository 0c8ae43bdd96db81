import { createContext, useContext } from 'react'
import type { ParamsOfRoute, RouteName, Search } from '../../../commands/routes.ts'

/** Location in the app by route name; `hash` names an element there. */
export type LinkTarget = {
  readonly to: RouteName
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly search?: Search | undefined
  readonly hash?: string | undefined
}

/** Location with the parameters of its route. */
export type LinkTargetOf<Name extends RouteName> = Omit<LinkTarget, 'to' | 'params'> & {
  readonly to: Name
} & (keyof ParamsOfRoute<Name> extends never
    ? { readonly params?: Record<never, never> | undefined }
    : { readonly params: ParamsOfRoute<Name> })

/** Addresses of the app and navigation. `here` is the current address: path and search. */
export type Links = {
  readonly here: string
  href(name: RouteName, params?: Readonly<Record<string, string>>, search?: Search): string
  go(href: string, replace?: boolean): void
}

const unprovided = (): never => {
  throw new Error('LinksContext is missing')
}

export const LinksContext = createContext<Links>({ here: '', href: unprovided, go: unprovided })

/** The links of this app. */
export const useLinks = (): Links => useContext(LinksContext)

/** Address of a location in the app. */
export const hrefOf = (links: Links, { to, params, search, hash }: LinkTarget): string =>
  links.href(to, params, search) + (hash === undefined ? '' : `#${hash}`)

const trimmed = (path: string): string => path.replace(/\/+$/, '')
const pathOf = (href: string): string => trimmed(href.split(/[?#]/, 1)[0] ?? '')

/** Whether an address is current: the same path, and the same search if the address has one. */
export const isHere = (here: string, href: string): boolean => {
  const [withoutHash = ''] = href.split('#')
  return pathOf(here) === pathOf(href) && (!withoutHash.includes('?') || queryOf(here) === queryOf(withoutHash))
}

const queryOf = (href: string): string => new URLSearchParams(href.split('#')[0]?.split('?')[1] ?? '').toString()
