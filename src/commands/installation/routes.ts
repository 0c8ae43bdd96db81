import { route } from '../core/route.ts'

/** The installation as a whole. */
export const installationRoutes = {
  terminal: route({ path: '/terminal', title: 'Terminal', flags: ['noProjectOk'], icon: 'terminal' }),
}
