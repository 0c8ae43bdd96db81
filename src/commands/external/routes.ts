import { route } from '../core/route.ts'

/** The page that is shown before a link leaves the app, and the external analytics viewer. */
export const externalRoutes = {
  external: route({ path: '/ext/{href}', title: 'Leaving', words: null }),
  'superset-viewer': route({
    path: '/superset-viewer',
    title: 'Superset Analytics',
    words: 'analytics',
    flags: ['fullModal'],
    icon: 'chart',
  }),
}
