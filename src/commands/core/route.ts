import type { Kind } from '../../contract/kinds.ts'

type Flag = 'noAuthOk' | 'noProjectOk' | 'siteAdminOnly' | 'fullModal'

/**
 * A screen's address and what is said of it. `noAuthOk`: usable without sign-in; `noProjectOk`: usable without a selected project;
 * `fullModal`: it takes the whole page, without the shell around it. What a kind's row says of a route (its parent, its icon) is not
 * repeated here: see `route-tree.ts`.
 */
export type RouteSpec = {
  /** As the specification spells it; variables in braces. */
  readonly path: `/${string}`
  /** The page's title, also in the console. */
  readonly title: string
  readonly flags?: readonly Flag[]
  /** It is of use before sign-in alone, so nobody who is signed in is offered it. */
  readonly beforeSignIn?: true
  /** The words after `open`, where they differ from the route's name; null where nobody opens it by name. */
  readonly words?: string | null
  /** Older words after `open`, which are still read. */
  readonly aliases?: readonly string[]
  /** The keys that open it from anywhere. */
  readonly keys?: string
  /** The kind on whose screens its keys act, if not everywhere. */
  readonly keysFor?: Kind
  /** The icon, where it is not that of the route's kind. */
  readonly icon?: string
  /** The route above it, in the breadcrumb and in the navigation, where that is not the list of the route's kind. */
  readonly parent?: string
  /** The last step of the breadcrumb, where that is neither the object's name nor the title. */
  readonly crumb?: string
}

/** Checks a row where it is written, and keeps its literal types. */
/* @__NO_SIDE_EFFECTS__ */
export const route = <const Spec extends RouteSpec>(spec: Spec): Spec => spec
