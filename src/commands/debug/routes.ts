import { route } from '../core/route.ts'

/** The debug screen. */
export const debugRoutes = {
  debug: route({ path: '/debug/', title: 'Debug', flags: ['noAuthOk', 'noProjectOk'], icon: 'debug' }),
}
