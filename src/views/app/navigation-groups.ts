import type { RouteName } from '../../commands/routes.ts'
import type { NavigationGroup } from '../shell/shell-data.ts'

/** Screens that belong to a line of the navigation which is not their own. */
const belongsTo = (name: RouteName): RouteName => {
  if (name === 'result') return 'results'
  if (name === 'audit-of-resource' || name === 'audit-of-organization') return 'audit'
  if (name === 'schedule' || name === 'new-schedule' || name === 'schedule-targets') return 'schedules'
  if (name === 'new-project') return 'collections'
  if (name === 'webhook' || name === 'new-webhook' || name === 'webhook-edit') return 'webhooks'
  if (name === 'api-keys') return 'project-settings'
  return name === 'monitor' || name === 'new-monitor' || name.startsWith('monitor-') ? 'monitors' : name
}

/** The navigation: what there is, in the order of the work. `shown` is the screen that is open. */
export const navigationGroups = (shown: RouteName, monitors: number | null): readonly NavigationGroup[] => {
  const line = <
    const To extends
      | 'home'
      | 'monitors'
      | 'schedules'
      | 'results'
      | 'collections'
      | 'webhooks'
      | 'project-settings'
      | 'audit',
  >(
    to: To,
  ) => ({
    to,
    current: belongsTo(shown) === to,
  })
  return [
    { title: null, items: [{ ...line('home'), label: 'Home', icon: 'home' }] },
    {
      title: 'Monitor',
      items: [
        { ...line('monitors'), label: 'Monitors', icon: 'monitor', count: monitors },
        { ...line('schedules'), label: 'Schedules', icon: 'schedule' },
        { ...line('results'), label: 'Results', icon: 'results' },
      ],
    },
    { title: 'Configure', items: [{ ...line('webhooks'), label: 'Alerts', icon: 'bell' }] },
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
