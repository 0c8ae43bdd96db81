import { route } from '../core/route.ts'

/** Downtimes. They stand before the routes of schedules, which would read `downtimes` as a schedule's id. */
export const downtimeRoutes = {
  downtimes: route({ path: '/schedules/downtimes', title: 'Downtimes', parent: 'schedules', keys: 'g d' }),
  'new-downtime': route({ path: '/schedules/downtimes/new', title: 'New downtime' }),
  downtime: route({ path: '/schedules/downtimes/{downtimeId}', title: 'Downtime' }),
  'organization-downtimes': route({
    path: '/organization/{orgId}/downtimes',
    title: 'Downtimes of the organization',
    flags: ['noProjectOk'],
    words: 'organization downtimes',
    icon: 'pause',
    parent: 'collections',
    crumb: 'Downtimes',
  }),
}
