import { route } from '../core/route.ts'

/** Integrations of an organization, and the pages that connect one. */
export const integrationRoutes = {
  'organization-integrations': route({
    path: '/organization/{orgId}/integrations',
    title: 'Integrations of the organization',
    flags: ['noProjectOk'],
    words: 'integrations',
    icon: 'supplier',
    parent: 'collections',
    crumb: 'Integrations',
  }),
  'integration-onboarding': route({
    path: '/onboarding/integration/{provider}',
    title: 'Connect an integration',
    flags: ['noProjectOk'],
    words: null,
    icon: 'supplier',
    parent: 'collections',
  }),
  'integration-complete': route({
    path: '/onboarding/integration/{provider}/complete',
    title: 'Integration connected',
    flags: ['noProjectOk'],
    words: null,
    icon: 'supplier',
    parent: 'collections',
  }),
}
