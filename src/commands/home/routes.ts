import { route } from '../core/route.ts'

/** The home of a project. */
export const homeRoutes = {
  home: route({ path: '/home/', title: 'Home', keys: 'g h', icon: 'home' }),
}
