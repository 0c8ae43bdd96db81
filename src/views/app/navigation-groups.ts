import type { NavigationGroup } from '../shell/shell-data.ts'

/** The navigation: what there is, in the order of the work. */
export const navigationGroups = (monitors: number | null): readonly NavigationGroup[] => [
  { title: null, items: [{ to: 'home', label: 'Home', icon: 'home' }] },
  {
    title: 'Monitor',
    items: [
      { to: 'monitors', label: 'Monitors', icon: 'monitor', count: monitors },
      { to: 'results', label: 'Results', icon: 'results' },
    ],
  },
  { title: 'Project', items: [{ to: 'collections', label: 'Collections', icon: 'catalog' }] },
]
