import { route } from '../core/route.ts'

/** The first steps of a new account. */
export const onboardingRoutes = {
  welcome: route({ path: '/welcome', title: 'Welcome', flags: ['noProjectOk'], icon: 'help' }),
  'getting-started': route({ path: '/getting-started', title: 'Getting started', flags: ['fullModal'], icon: 'check' }),
}
