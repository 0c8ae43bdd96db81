import type { Level } from './access.ts'

/** What an account may do on the whole site. */
export const SITE_PERMISSIONS = ['site_viewer', 'site_analyst', 'site_admin'] as const
export type SitePermission = (typeof SITE_PERMISSIONS)[number]

export const isSitePermission = (text: string | null): text is SitePermission =>
  SITE_PERMISSIONS.some((permission) => permission === text)

/** The level that a site permission gives on every project. */
export const levelOfSite: Readonly<Record<SitePermission, Level>> = {
  site_viewer: 'VIEWER',
  site_analyst: 'ANALYST',
  site_admin: 'OWNER',
}

/** For the choice among several grants only: what a level may do is asked of its rights, never of this order. */
const RANKING: readonly Level[] = ['OWNER', 'MANAGER', 'EDITOR', 'ANALYST', 'VIEWER']

/** The highest of the levels that were granted in several ways; null where there is none. */
export const highestLevel = (granted: readonly (Level | null)[]): Level | null =>
  RANKING.find((level) => granted.includes(level)) ?? null
