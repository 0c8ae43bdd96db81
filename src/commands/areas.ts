import { joined } from '../contract/core/joined.ts'
import { accountKinds } from './accounts/kinds.ts'
import { accountRoutes } from './accounts/routes.ts'
import { agentKinds } from './agents/kinds.ts'
import { agentRoutes } from './agents/routes.ts'
import { alertKinds } from './alerts/kinds.ts'
import { alertRoutes } from './alerts/routes.ts'
import { apiKeyKinds } from './api-keys/kinds.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditKinds } from './audit/kinds.ts'
import { auditRoutes } from './audit/routes.ts'
import { authKinds } from './auth/kinds.ts'
import { authRoutes } from './auth/routes.ts'
import { certificateKinds } from './certificates/kinds.ts'
import { certificateRoutes } from './certificates/routes.ts'
import { conditionRoutes } from './conditions/routes.ts'
import { connectionRoutes } from './connections/routes.ts'
import { area } from './core/area.ts'
import { debugRoutes } from './debug/routes.ts'
import { downtimeKinds } from './downtimes/kinds.ts'
import { downtimeRoutes } from './downtimes/routes.ts'
import { environmentKinds } from './environments/kinds.ts'
import { environmentRoutes } from './environments/routes.ts'
import { externalRoutes } from './external/routes.ts'
import { federationKinds } from './federation/kinds.ts'
import { federationRoutes } from './federation/routes.ts'
import { fileKinds } from './files/kinds.ts'
import { fileRoutes } from './files/routes.ts'
import { homeRoutes } from './home/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { incidentKinds } from './incidents/kinds.ts'
import { incidentRoutes } from './incidents/routes.ts'
import { insightRoutes } from './insights/routes.ts'
import { installationRoutes } from './installation/routes.ts'
import { integrationKinds } from './integrations/kinds.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { keyServiceRoutes } from './key-services/routes.ts'
import { mailKinds } from './mail/kinds.ts'
import { mailRoutes } from './mail/routes.ts'
import { monitorKinds } from './monitors/kinds.ts'
import { monitorRoutes } from './monitors/routes.ts'
import { notificationKinds } from './notifications/kinds.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { objectiveRoutes } from './objectives/routes.ts'
import { onboardingRoutes } from './onboarding/routes.ts'
import { organizationKinds } from './organizations/kinds.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { projectKinds } from './projects/kinds.ts'
import { projectRoutes } from './projects/routes.ts'
import { reportKinds } from './reports/kinds.ts'
import { reportRoutes } from './reports/routes.ts'
import { resultKinds } from './results/kinds.ts'
import { resultRoutes } from './results/routes.ts'
import { scheduleKinds } from './schedules/kinds.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { serviceAccountKinds } from './service-accounts/kinds.ts'
import { serviceAccountRoutes } from './service-accounts/routes.ts'
import { statusRoutes } from './status/routes.ts'
import { workflowKinds } from './workflows/kinds.ts'
import { workflowRoutes } from './workflows/routes.ts'

/** Each area's routes and kinds. An address belongs to the first route that it fits. */
const areas = {
  identity: area(identityRoutes, {}),
  debug: area(debugRoutes, {}),
  installation: area(installationRoutes, {}),
  external: area(externalRoutes, {}),
  mail: area(mailRoutes, mailKinds),
  projects: area(projectRoutes, projectKinds),
  onboarding: area(onboardingRoutes, {}),
  home: area(homeRoutes, {}),
  objectives: area(objectiveRoutes, {}),
  monitors: area(monitorRoutes, monitorKinds),
  insights: area(insightRoutes, {}),
  accounts: area(accountRoutes, accountKinds),
  federation: area(federationRoutes, federationKinds),
  connections: area(connectionRoutes, {}),
  'api-keys': area(apiKeyRoutes, apiKeyKinds),
  alerts: area(alertRoutes, alertKinds),
  incidents: area(incidentRoutes, incidentKinds),
  auth: area(authRoutes, authKinds),
  // Before the schedules, whose path with an id would fit as well.
  downtimes: area(downtimeRoutes, downtimeKinds),
  schedules: area(scheduleRoutes, scheduleKinds),
  conditions: area(conditionRoutes, {}),
  environments: area(environmentRoutes, environmentKinds),
  notifications: area(notificationRoutes, notificationKinds),
  audit: area(auditRoutes, auditKinds),
  reports: area(reportRoutes, reportKinds),
  results: area(resultRoutes, resultKinds),
  files: area(fileRoutes, fileKinds),
  certificates: area(certificateRoutes, certificateKinds),
  organizations: area(organizationRoutes, organizationKinds),
  'key-services': area(keyServiceRoutes, {}),
  'service-accounts': area(serviceAccountRoutes, serviceAccountKinds),
  integrations: area(integrationRoutes, integrationKinds),
  status: area(statusRoutes, {}),
  agents: area(agentRoutes, agentKinds),
  workflows: area(workflowRoutes, workflowKinds),
} as const

type Areas = typeof areas
type Part = Areas[keyof Areas]

/** The name of an area that has routes or kinds. */
export type AreaName = keyof Areas

/** The names of an area's routes. */
export type RouteOfArea<Name extends AreaName> = keyof Areas[Name]['routes']

/** Every route's row. */
export const routeRows = joined<Part['routes']>(Object.values(areas).map(({ routes }) => routes))

/** Every kind's row. */
export const kindRows = joined<Part['kinds']>(Object.values(areas).map(({ kinds }) => kinds))
