import { route } from '../core/route.ts'

/** Service accounts of an organization. */
export const serviceAccountRoutes = {
  'service-accounts': route({
    path: '/organization/{orgId}/service-accounts',
    title: 'Service accounts',
    flags: ['noProjectOk'],
    words: 'service-accounts',
    icon: 'key',
    parent: 'collections',
  }),
}
