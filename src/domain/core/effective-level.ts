import { SITE_PERMISSION_NAMES } from '../../contract/accounts/site-accounts.ts'
import type { Level } from './access.ts'

/** Permissions of an account for the whole site. */
export const SITE_PERMISSIONS = SITE_PERMISSION_NAMES
export type SitePermission = (typeof SITE_PERMISSIONS)[number]

export const isSitePermission = (text: string | null): text is SitePermission =>
  SITE_PERMISSIONS.some((permission) => permission === text)

/** The access level that a site permission gives in every project. */
export const levelOfSite: Readonly<Record<SitePermission, Level>> = {
  site_viewer: 'VIEWER',
  site_analyst: 'ANALYST',
  site_admin: 'OWNER',
}

/** Only for choosing among several grants. Check rights with `holds`, never with this order. */
const RANKING: readonly Level[] = ['OWNER', 'MANAGER', 'EDITOR', 'ANALYST', 'VIEWER']

/** The highest of several granted levels; null if there is none. */
export const highestLevel = (granted: readonly (Level | null)[]): Level | null =>
  RANKING.find((level) => granted.includes(level)) ?? null
