import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

const downtime: Load = () => import('./DowntimeScreen.tsx')

/** The screens of downtimes. */
export const screens: ScreensOf<RouteOfArea<'downtimes'>> = {
  downtimes: () => import('./DowntimesScreen.tsx'),
  'new-downtime': downtime,
  downtime: downtime,
  'organization-downtimes': () => import('./OrganizationDowntimesScreen.tsx'),
}
