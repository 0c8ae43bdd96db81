import { isWithin } from '../../commands/core/route-tree.ts'
import type { RouteName } from '../../commands/routes.ts'
import type { NavigationGroup } from '../shell/shell-data.ts'

/** The navigation: what there is, in the order of the work. `shown` is the screen that is open. */
export const navigationGroups = (shown: RouteName, monitors: number | null): readonly NavigationGroup[] => {
  const line = <
    const To extends
      | 'home'
      | 'home-performance'
      | 'monitors'
      | 'workflows'
      | 'schedules'
      | 'results'
      | 'insights'
      | 'reports'
      | 'objectives'
      | 'collections'
      | 'environments'
      | 'webhooks'
      | 'incidents'
      | 'auth-settings'
      | 'assertions-latency'
      | 'files'
      | 'project-settings'
      | 'audit',
  >(
    to: To,
  ) => ({
    to,
    current: isWithin(shown, to),
  })
  return [
    {
      title: null,
      items: [
        {
          ...line('home'),
          // The performance is a page of the home, with a line of its own.
          current: isWithin(shown, 'home') && !isWithin(shown, 'home-performance'),
          label: 'Home',
          icon: 'home',
        },
      ],
    },
    {
      title: 'Monitor',
      items: [
        { ...line('monitors'), label: 'Monitors', icon: 'monitor', count: monitors },
        { ...line('workflows'), label: 'Workflows', icon: 'workflow' },
        { ...line('schedules'), label: 'Schedules', icon: 'schedule' },
        { ...line('results'), label: 'Results', icon: 'results' },
        { ...line('incidents'), label: 'Incidents', icon: 'incident' },
      ],
    },
    {
      title: 'Analyze',
      items: [
        { ...line('insights'), label: 'Insights', icon: 'insights' },
        { ...line('reports'), label: 'Reports', icon: 'report' },
        { ...line('objectives'), label: 'Objectives', icon: 'target' },
        { ...line('home-performance'), label: 'Performance', icon: 'chart' },
      ],
    },
    {
      title: 'Configure',
      items: [
        { ...line('environments'), label: 'Environments', icon: 'environment' },
        { ...line('assertions-latency'), label: 'Conditions', icon: 'assertions' },
        { ...line('webhooks'), label: 'Alerts', icon: 'bell' },
        { ...line('auth-settings'), label: 'Auth settings', icon: 'lock' },
        { ...line('files'), label: 'Files', icon: 'file' },
      ],
    },
    {
      title: 'Project',
      items: [
        { ...line('collections'), label: 'Collections', icon: 'catalog' },
        { ...line('project-settings'), label: 'Settings', icon: 'settings' },
        { ...line('audit'), label: 'Audit', icon: 'audit' },
      ],
    },
  ]
}
