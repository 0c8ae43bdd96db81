import { matchRoute } from '../../commands/core/addresses.ts'
import { routes } from '../../commands/routes.ts'
import { isKnownZone } from '../parts/text/time-zone.ts'

/** The time zone that the address of a chart names: its axes, tables and words have it. Null elsewhere, and for one that does not exist. */
export const zoneInAddress = (href: string): string | null => {
  const place = matchRoute(href)
  if ('redirect' in place || !routes[place.name].path.startsWith(routes['monitor-statistics'].path)) return null
  const { zone = '' } = place.search
  return zone !== '' && isKnownZone(zone) ? zone : null
}
