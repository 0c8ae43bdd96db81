import { route } from '../core/route.ts'

/** The page where a person allows or refuses an application, and those that are connected. */
export const connectionRoutes = {
  connect: route({
    path: '/connect/authorize',
    title: 'Connect an application',
    flags: ['noProjectOk', 'fullModal'],
    words: null,
  }),
  connections: route({
    path: '/settings/connections',
    title: 'Connected applications',
    flags: ['noProjectOk'],
    icon: 'link',
    parent: 'profile',
  }),
}
