import { route } from '../core/route.ts'

/** The audit log. */
export const auditRoutes = {
  audit: route({ path: '/audits/', title: 'Audit', keys: 'g l' }),
  'audit-of-resource': route({
    path: '/audits/resource/{resourceId}/',
    title: 'Audit',
    words: 'resource-audit',
    icon: 'audit',
    parent: 'audit',
    crumb: 'One resource',
  }),
  'audit-of-organization': route({
    path: '/audits/organization/{orgId}/',
    title: 'Audit of the organization',
    flags: ['noProjectOk'],
    words: 'organization-audit',
    icon: 'audit',
    parent: 'audit',
    crumb: 'Organization',
  }),
}
