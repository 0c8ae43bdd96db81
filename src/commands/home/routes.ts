import { route } from '../core/route.ts'

/** The home of a project, and how its monitors do compared with what is usual. */
export const homeRoutes = {
  home: route({ path: '/home/', title: 'Home', keys: 'g h', icon: 'home' }),
  'home-performance': route({
    path: '/home/performance',
    title: 'Performance',
    words: 'performance',
    keys: 'g p',
    icon: 'chart',
    parent: 'home',
  }),
}
