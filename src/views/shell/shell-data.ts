import type { DENSITIES } from '../../contract/accounts/appearance.ts'
import type { LinkTarget } from '../parts/act/links.ts'
import type { MenuItem } from '../parts/act/Menu.tsx'
import type { IconName } from '../parts/text/icons.ts'

/** Navigation entry. */
export type NavigationItem = LinkTarget & {
  readonly label: string
  readonly icon: IconName
  /** Whether the current page belongs to this entry. */
  readonly current?: boolean | undefined
  readonly count?: number | null | undefined
  /** Problems shown instead of the count: their number and kind ("open alerts"). */
  readonly trouble?: { readonly count: number; readonly of: string } | null | undefined
}

/** Navigation entries under one heading. The first group, Home, has no title. */
export type NavigationGroup = { readonly title: string | null; readonly items: readonly NavigationItem[] }

/** Project in the switcher: `collection` is its organization's name, or "Personal"; `level` a word ("Editor"). */
export type ProjectChoice = {
  readonly id: string
  readonly name: string
  readonly collection: string
  readonly level: string
}

/** Breadcrumb; the last one has no link. */
export type Crumb = { readonly label: string; readonly place?: LinkTarget | undefined }

export type ShellData = {
  readonly navigation: readonly NavigationGroup[]
  /** Null while no project is open; undefined until that is known. */
  readonly project: ProjectChoice | null | undefined
  readonly projects: readonly ProjectChoice[]
  /** Name of the project that is being opened, where that takes a while. */
  readonly opening?: string | null
  readonly user: { readonly name: string; readonly email: string; readonly picture?: string | null | undefined } | null
  readonly crumbs: readonly Crumb[]
  /** Runs this month; null where the plan has no limit. */
  readonly quota: { readonly used: number; readonly most: number } | null
  readonly preferences: {
    readonly theme: 'system' | 'light' | 'dark'
    readonly density: (typeof DENSITIES)[number]
    readonly collapsed: boolean
  }
  /** Additional entries of the account menu, such as Profile and Debug. */
  readonly account?: readonly MenuItem[] | undefined
}
