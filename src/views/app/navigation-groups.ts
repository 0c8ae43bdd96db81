import type { RouteName } from '../../commands/routes.ts'
import type { NavigationGroup } from '../shell/shell-data.ts'

/** Screens that belong to a line of the navigation which is not their own. */
const belongsTo = (name: RouteName): RouteName => {
  if (name === 'result') return 'results'
  if (name === 'new-project') return 'collections'
  return name === 'monitor' || name === 'new-monitor' || name.startsWith('monitor-') ? 'monitors' : name
}

/** The navigation: what there is, in the order of the work. `shown` is the screen that is open. */
export const navigationGroups = (shown: RouteName, monitors: number | null): readonly NavigationGroup[] => {
  const line = <const To extends 'home' | 'monitors' | 'results' | 'collections'>(to: To) => ({
    to,
    current: belongsTo(shown) === to,
  })
  return [
    { title: null, items: [{ ...line('home'), label: 'Home', icon: 'home' }] },
    {
      title: 'Monitor',
      items: [
        { ...line('monitors'), label: 'Monitors', icon: 'monitor', count: monitors },
        { ...line('results'), label: 'Results', icon: 'results' },
      ],
    },
    { title: 'Project', items: [{ ...line('collections'), label: 'Collections', icon: 'catalog' }] },
  ]
}
