import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of incidents behind the front door. */
export const screens: ScreensOf<Exclude<RouteOfArea<'incidents'>, 'public-incident'>> = {
  incidents: () => import('./IncidentsScreen.tsx'),
  incident: () => import('./IncidentScreen.tsx'),
}
