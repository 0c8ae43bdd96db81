import type { Shape } from '../../contract/core/endpoint.ts'
import type { sharing } from '../../contract/monitors/shared-monitors.ts'

export type Sharing = Shape<typeof sharing>

/** The parts of a monitor that a viewer outside its project sees. */
export type SharedParts = { readonly settings: boolean; readonly results: boolean; readonly stats: boolean }

/** Sharing flags of a monitor that only its project sees. */
export const NOT_SHARED: Sharing = { settings: false, results: false, stats: false, org: false }

/** Members of the project's organization see every part once `org` is set; everyone else sees the parts that are public. */
export const sharedParts = (access: Sharing, isInOrganization: boolean): SharedParts => {
  const isOpen = isInOrganization && access.org
  return {
    settings: isOpen || access.settings,
    results: isOpen || access.results,
    stats: isOpen || access.stats,
  }
}

/** A URL without its query and fragment, which may hold values that nobody marked as secret. */
export const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '')
