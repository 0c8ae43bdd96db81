import { route } from '../core/route.ts'

/** The key service of an organization. */
export const keyServiceRoutes = {
  'key-service': route({
    path: '/organization/{orgId}/key-service',
    title: 'Key service',
    flags: ['noProjectOk'],
    words: 'key-service',
    icon: 'lock',
    parent: 'collections',
  }),
}
