import type { Load } from '../core/screen-load.ts'

// The tabs of a monitor are one screen: its frame stays while one goes from tab to tab.
const monitor: Load = () => import('./MonitorScreen.tsx')

/** The screens of monitors. */
export const monitorScreens = {
  monitors: () => import('./MonitorsScreen.tsx'),
  'new-monitor': monitor,
  monitor: monitor,
  'monitor-run': monitor,
  'monitor-edit': monitor,
  'monitor-results': monitor,
  'monitor-statistics': monitor,
  'monitor-latency': monitor,
  'monitor-passfail': monitor,
  'monitor-webhooks': monitor,
  'monitor-schedules': monitor,
  'monitor-audit': monitor,
}
