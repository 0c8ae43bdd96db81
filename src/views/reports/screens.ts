import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

const report: Load = () => import('./ReportScreen.tsx')

/** The screens of reports behind the front door. */
export const screens: ScreensOf<Exclude<RouteOfArea<'reports'>, 'public-report'>> = {
  reports: () => import('./ReportsScreen.tsx'),
  'new-report': report,
  report: report,
  'report-edit': report,
  'report-graph': () => import('./ReportGraphScreen.tsx'),
}
