import { route } from '../core/route.ts'

/** Environments and their variables. */
export const environmentRoutes = {
  environments: route({ path: '/environments/', title: 'Environments', keys: 'g v' }),
  environment: route({ path: '/environments/{workspace}', title: 'Environment' }),
}
