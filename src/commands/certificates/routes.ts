import { route } from '../core/route.ts'

/** Certificates of an organization. */
export const certificateRoutes = {
  'organization-certificates': route({
    path: '/organization/{orgId}/certificates',
    title: 'Certificates of the organization',
    flags: ['noProjectOk'],
    words: 'certificates',
    icon: 'lock',
    parent: 'collections',
    crumb: 'Certificates',
  }),
}
