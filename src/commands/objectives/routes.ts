import { route } from '../core/route.ts'

/** Service level objectives, and the settings of the home. */
export const objectiveRoutes = {
  objectives: route({ path: '/home/objectives', title: 'Objectives', keys: 'g o', icon: 'target' }),
  'home-settings': route({
    path: '/home/settings',
    title: 'Objectives and home settings',
    words: 'home-settings',
    aliases: ['slo', 'objective-settings'],
    icon: 'settings',
    parent: 'objectives',
    crumb: 'Settings',
  }),
}
