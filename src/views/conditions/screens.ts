import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of conditions for all monitors. */
export const screens: ScreensOf<RouteOfArea<'conditions'>> = {
  'assertions-latency': () => import('./LatencyConditions.tsx'),
  'assertions-http': () => import('./StatusConditions.tsx'),
  'assertions-headers': () => import('./HeaderConditions.tsx'),
  'assertions-body': () => import('./BodyConditions.tsx'),
}
