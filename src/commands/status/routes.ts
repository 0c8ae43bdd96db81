import { route } from '../core/route.ts'

/** The settings of the public status page. */
export const statusRoutes = {
  'status-page': route({
    path: '/settings/status-page',
    title: 'Status page',
    icon: 'globe',
    parent: 'project-settings',
    crumb: 'Status page',
  }),
}
