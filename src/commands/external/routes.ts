import { route } from '../core/route.ts'

/** The page that is shown before a link leaves the app. */
export const externalRoutes = {
  external: route({ path: '/ext/{href}', title: 'Leaving', flags: ['noAuthOk', 'noProjectOk'], words: null }),
}
