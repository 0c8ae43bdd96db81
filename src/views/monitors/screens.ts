import type { RouteOfArea } from '../../commands/areas.ts'
import type { Load, ScreensOf } from '../core/screen-load.ts'

// The tabs of a monitor are one screen: its frame stays while one goes from tab to tab.
const monitor: Load = () => import('./MonitorScreen.tsx')

/** The screens of monitors. */
export const screens: ScreensOf<RouteOfArea<'monitors'>> = {
  monitors: () => import('./MonitorsScreen.tsx'),
  'new-monitor': monitor,
  monitor: monitor,
  'monitor-run': monitor,
  'monitor-edit': monitor,
  'monitor-advanced': monitor,
  'monitor-assertions': monitor,
  'monitor-results': monitor,
  'monitor-statistics': monitor,
  'monitor-latency': monitor,
  'monitor-histogram': monitor,
  'monitor-response': monitor,
  'monitor-heatmap': monitor,
  'monitor-passfail': monitor,
  'monitor-map': monitor,
  'monitor-insights': monitor,
  'monitor-insights-period': monitor,
  'monitor-webhooks': monitor,
  'monitor-schedules': monitor,
  'monitor-audit': monitor,
}
