import { route } from '../core/route.ts'

/** The ranking of a project's monitors. The report of one is a tab of the monitor. */
export const insightRoutes = {
  insights: route({ path: '/insights/', title: 'Insights', keys: 'g q', icon: 'insights' }),
}
