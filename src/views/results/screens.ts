import type { RouteOfArea } from '../../commands/areas.ts'
import type { ScreensOf } from '../core/screen-load.ts'

/** The screens of results. */
export const screens: ScreensOf<RouteOfArea<'results'>> = {
  results: () => import('./ResultsScreen.tsx'),
  result: () => import('./ResultScreen.tsx'),
  'result-difference': () => import('./ResultDifferenceScreen.tsx'),
}
