import type { DENSITIES } from '../../contract/accounts/accounts.ts'
import type { Place } from '../parts/act/links.ts'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { IconName } from '../parts/text/icons.ts'

/** A line of the navigation. */
export type NavigationItem = Place & {
  readonly label: string
  readonly icon: IconName
  /** Whether the page that is shown belongs there. */
  readonly current?: boolean | undefined
  readonly count?: number | null | undefined
  /** Something wrong there, in place of the count: how many, and of what ("open alerts"). */
  readonly trouble?: { readonly count: number; readonly of: string } | null | undefined
}

/** Lines under one heading; without a title: the first, Home. */
export type NavigationGroup = { readonly title: string | null; readonly items: readonly NavigationItem[] }

/** A project as the switcher shows it: `collection` is its organization's name, or "Personal"; `level` a word ("Editor"). */
export type ProjectChoice = {
  readonly id: string
  readonly name: string
  readonly collection: string
  readonly level: string
}

/** A step of the breadcrumb; the last one has no place. */
export type Crumb = { readonly label: string; readonly place?: Place | undefined }

export type ShellData = {
  readonly navigation: readonly NavigationGroup[]
  /** Null while none is selected. */
  readonly project: ProjectChoice | null
  readonly projects: readonly ProjectChoice[]
  readonly user: { readonly name: string; readonly email: string; readonly picture?: string | null | undefined } | null
  readonly crumbs: readonly Crumb[]
  /** Runs this month; null where the plan has no limit. */
  readonly quota: { readonly used: number; readonly most: number } | null
  readonly preferences: {
    readonly theme: 'system' | 'light' | 'dark'
    readonly density: (typeof DENSITIES)[number]
    readonly collapsed: boolean
  }
  /** Further lines of the account menu, such as Profile and Debug. */
  readonly account?: readonly MenuItem[] | undefined
}
