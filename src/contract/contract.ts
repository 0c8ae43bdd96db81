import { accounts } from './accounts/accounts.ts'
import { invites } from './accounts/invites.ts'
import { ownAccount } from './accounts/own-account.ts'
import { siteAccounts } from './accounts/site-accounts.ts'
import { agents } from './agents/agents.ts'
import { agentTokens, fleet } from './agents/fleet.ts'
import { acknowledgements } from './alerts/acknowledgements.ts'
import { alertDecisions } from './alerts/alert-decisions.ts'
import { deliveries } from './alerts/deliveries.ts'
import { monitorDependencies } from './alerts/dependencies.ts'
import { recipients } from './alerts/recipients.ts'
import { replays } from './alerts/replays.ts'
import { apiKeys } from './api-keys/api-keys.ts'
import { audits } from './audit/audits.ts'
import { certificates } from './certificates/certificates.ts'
import { projectConditions } from './conditions/conditions.ts'
import { connections } from './connections/connections.ts'
import { organizationDowntimes } from './downtimes/organization-downtimes.ts'
import { environments, monitorVariables } from './environments/environments.ts'
import { federatedSignIns } from './federation/federated-sign-ins.ts'
import { identityProviders } from './federation/identity-providers.ts'
import { factors } from './identity/factors.ts'
import { sessions } from './identity/sessions.ts'
import { incidents } from './incidents/incidents.ts'
import { insights } from './insights/insights.ts'
import { analytics } from './installation/analytics.ts'
import { chat } from './installation/chat.ts'
import { system } from './installation/system.ts'
import { terminal } from './installation/terminal.ts'
import { integrations } from './integrations/integrations.ts'
import { keyServices } from './key-services/key-services.ts'
import { links } from './links/links.ts'
import { live } from './live/live.ts'
import { mailEndpoints } from './mail/mail.ts'
import { subscriptions } from './mail/subscriptions.ts'
import { browserTests } from './monitors/browser-tests.ts'
import { deletedMonitorList } from './monitors/deleted-monitors.ts'
import { olderMonitorList } from './monitors/older-monitors.ts'
import { sharedMonitorList } from './monitors/shared-monitors.ts'
import { watches } from './monitors/watches.ts'
import { notificationFeed } from './notifications/notifications.ts'
import { objectives } from './objectives/objectives.ts'
import { samples } from './onboarding/samples.ts'
import { organizations } from './organizations/organizations.ts'
import { ownRoles } from './organizations/own-roles.ts'
import { siteOrganizations } from './organizations/site-organizations.ts'
import { projectAccess } from './projects/access.ts'
import { projects } from './projects/projects.ts'
import { siteProjects } from './projects/site-projects.ts'
import { resourceEndpoints } from './resources.ts'
import { runs } from './results/results.ts'
import { trials } from './runs/trials.ts'
import { serviceAccounts } from './service-accounts/service-accounts.ts'
import { baselines } from './statistics/baselines.ts'
import { browserPerformance } from './statistics/browser-performance.ts'
import { distributions } from './statistics/distributions.ts'
import { dns } from './statistics/dns.ts'
import { performance } from './statistics/performance.ts'
import { projectStatistics } from './statistics/project-statistics.ts'
import { statistics } from './statistics/statistics.ts'
import { synopses } from './statistics/synopses.ts'
import { statusPage } from './status/status-page.ts'

/** Every endpoint of the product, by name. */
export const contract = {
  ...resourceEndpoints,
  ...deliveries,
  ...alertDecisions,
  ...acknowledgements,
  ...monitorDependencies,
  ...incidents,
  ...replays,
  ...notificationFeed,
  ...runs,
  ...statistics,
  ...synopses,
  ...baselines,
  ...insights,
  ...objectives,
  ...statusPage,
  ...browserPerformance,
  ...distributions,
  ...dns,
  ...performance,
  ...projectStatistics,
  ...accounts,
  ...ownAccount,
  ...siteAccounts,
  ...projects,
  ...siteProjects,
  ...projectAccess,
  ...invites,
  ...apiKeys,
  ...sessions,
  ...factors,
  ...identityProviders,
  ...federatedSignIns,
  ...connections,
  ...agents,
  ...fleet,
  ...agentTokens,
  ...samples,
  ...trials,
  ...browserTests,
  ...deletedMonitorList,
  ...olderMonitorList,
  ...sharedMonitorList,
  ...watches,
  ...projectConditions,
  ...environments,
  ...monitorVariables,
  ...audits,
  ...certificates,
  ...serviceAccounts,
  ...keyServices,
  ...organizations,
  ...ownRoles,
  ...siteOrganizations,
  ...organizationDowntimes,
  ...integrations,
  ...links,
  ...live,
  ...mailEndpoints,
  ...subscriptions,
  ...recipients,
  ...analytics,
  ...chat,
  ...system,
  ...terminal,
} as const

export type ProductContract = typeof contract
export type EndpointName = keyof ProductContract
