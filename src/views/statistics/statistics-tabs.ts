import { routes } from '../../commands/routes.ts'
import { statisticsTabs } from '../../commands/statistics/shown-range.ts'

/** Statistics tabs of a monitor with their labels, in the order of their routes. */
export const STATISTICS_TABS = statisticsTabs.map((to) => ({
  to,
  label: to === 'monitor-statistics' ? 'Overview' : routes[to].title,
}))
