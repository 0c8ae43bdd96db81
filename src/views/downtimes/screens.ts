import type { Load } from '../core/screen-load.ts'

const downtime: Load = () => import('./DowntimeScreen.tsx')

/** The screens of downtimes. */
export const downtimeScreens = {
  downtimes: () => import('./DowntimesScreen.tsx'),
  'new-downtime': downtime,
  downtime: downtime,
}
