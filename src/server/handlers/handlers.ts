import type { Handlers } from '../http/context.ts'
import type { Services } from '../services.ts'
import { accountRemovalHandlers } from './accounts/account-removal.ts'
import { accountHandlers } from './accounts/accounts.ts'
import { addressHandlers } from './accounts/address.ts'
import { givenInviteHandlers } from './accounts/given-invites.ts'
import { inviteHandlers } from './accounts/invites.ts'
import { profileHandlers } from './accounts/profile.ts'
import { siteAccountHandlers } from './accounts/site-accounts.ts'
import { agentTokenHandlers } from './agents/agent-tokens.ts'
import { agentHandlers } from './agents/agents.ts'
import { fleetHandlers } from './agents/fleet.ts'
import { acknowledgementHandlers } from './alerts/acknowledgements.ts'
import { alertDecisionHandlers } from './alerts/alert-decisions.ts'
import { deliveryHandlers } from './alerts/deliveries.ts'
import { dependencyHandlers } from './alerts/dependencies.ts'
import { recipientHandlers } from './alerts/recipients.ts'
import { replayHandlers } from './alerts/replays.ts'
import { webhookTestHandlers } from './alerts/webhook-tests.ts'
import { webhookHandlers } from './alerts/webhooks.ts'
import { apiKeyHandlers } from './api-keys/api-keys.ts'
import { auditHandlers } from './audit/audits.ts'
import { authSettingHandlers } from './auth/auth-settings.ts'
import { tokenGrantHandlers } from './auth/token-grants.ts'
import { tokenUpkeepHandlers } from './auth/token-upkeep.ts'
import { tokenHandlers } from './auth/tokens.ts'
import { certificateHandlers } from './certificates/certificates.ts'
import { projectConditionHandlers } from './conditions/project-conditions.ts'
import { connectionHandlers } from './connections/connections.ts'
import { downtimeHandlers } from './downtimes/downtimes.ts'
import { organizationDowntimeHandlers } from './downtimes/organization-downtimes.ts'
import { environmentHandlers } from './environments/environments.ts'
import { monitorVariableHandlers } from './environments/monitor-variables.ts'
import { federatedSignInHandlers } from './federation/federated-sign-ins.ts'
import { identityProviderHandlers } from './federation/identity-providers.ts'
import { linkedIdentityHandlers } from './federation/linked-identities.ts'
import { fileHandlers } from './files/files.ts'
import { factorHandlers } from './identity/factors.ts'
import { newFactorHandlers } from './identity/new-factors.ts'
import { passwordHandlers } from './identity/passwords.ts'
import { registrationHandlers } from './identity/registration.ts'
import { secondStepHandlers } from './identity/second-steps.ts'
import { sessionHandlers } from './identity/sessions.ts'
import { signInHandlers } from './identity/sign-ins.ts'
import { incidentHandlers } from './incidents/public-incident.ts'
import { insightHandlers } from './insights/insights.ts'
import { analyticsHandlers } from './installation/analytics.ts'
import { chatHandlers } from './installation/chat.ts'
import { systemHandlers } from './installation/system.ts'
import { terminalHandlers } from './installation/terminal.ts'
import { integrationAuthorizationHandlers } from './integrations/authorization.ts'
import { integrationHandlers } from './integrations/integrations.ts'
import { keyServiceHandlers } from './key-services/key-services.ts'
import { linkHandlers } from './links/links.ts'
import { liveHandlers } from './live/live.ts'
import { expertSubscriptionHandlers } from './mail/expert-subscription.ts'
import { mailHandlers } from './mail/mail.ts'
import { subscriptionHandlers } from './mail/subscriptions.ts'
import { unsubscribeHandlers } from './mail/unsubscribe.ts'
import { browserTestHandlers } from './monitors/browser-tests.ts'
import { lastDayHandlers } from './monitors/last-day.ts'
import { monitorHandlers } from './monitors/monitors.ts'
import { olderMonitorHandlers } from './monitors/older-monitors.ts'
import { sharedMonitorHandlers } from './monitors/shared-monitors.ts'
import { synopsisHandlers } from './monitors/synopses.ts'
import { watchHandlers } from './monitors/watches.ts'
import { notificationHandlers } from './notifications/notifications.ts'
import { objectiveHandlers } from './objectives/objectives.ts'
import { sampleHandlers } from './onboarding/samples.ts'
import { memberHandlers } from './organizations/members.ts'
import { ownRoleHandlers } from './organizations/own-roles.ts'
import { organizationProjectHandlers } from './organizations/projects.ts'
import { roleHandlers } from './organizations/roles.ts'
import { organizationSettingsHandlers } from './organizations/settings.ts'
import { siteOrganizationHandlers } from './organizations/site-organizations.ts'
import { projectAccessHandlers } from './projects/access.ts'
import { projectHandlers } from './projects/projects.ts'
import { siteProjectHandlers } from './projects/site-projects.ts'
import { reportHandlers } from './reports/reports.ts'
import { resultHandlers } from './results/results.ts'
import { trialHandlers } from './runs/trials.ts'
import { workflowTrialHandlers } from './runs/workflow-trials.ts'
import { scheduleHandlers } from './schedules/schedules.ts'
import { serviceAccountHandlers } from './service-accounts/service-accounts.ts'
import { baselineHandlers } from './statistics/baselines.ts'
import { browserPerformanceHandlers } from './statistics/browser-performance.ts'
import { chartPointHandlers } from './statistics/chart-points.ts'
import { distributionHandlers } from './statistics/distributions.ts'
import { dnsHandlers } from './statistics/dns.ts'
import { performanceHandlers } from './statistics/performance.ts'
import { projectStatisticsHandlers } from './statistics/project-statistics.ts'
import { statisticsHandlers } from './statistics/statistics.ts'
import { statusPageHandlers } from './status/status-page.ts'
import { workflowHandlers } from './workflows/workflows.ts'

/** Handlers for every endpoint of the contract: a missing one does not compile. */
export const handlersWith = (services: Services): Handlers => ({
  ...monitorHandlers(services),
  ...browserTestHandlers(services),
  ...sharedMonitorHandlers(),
  ...olderMonitorHandlers(services),
  ...fileHandlers(services),
  ...scheduleHandlers(),
  ...workflowHandlers(services),
  ...downtimeHandlers(),
  ...organizationDowntimeHandlers(),
  ...certificateHandlers(services),
  ...integrationHandlers(services),
  ...integrationAuthorizationHandlers(services),
  ...webhookHandlers(services),
  ...webhookTestHandlers(services),
  ...authSettingHandlers(services),
  ...tokenHandlers(services),
  ...tokenGrantHandlers(services),
  ...tokenUpkeepHandlers(services),
  ...deliveryHandlers(services),
  ...alertDecisionHandlers(services),
  ...incidentHandlers(services),
  ...replayHandlers(services),
  ...notificationHandlers(services),
  ...reportHandlers(services),
  ...resultHandlers(services),
  ...statisticsHandlers(),
  ...chartPointHandlers(),
  ...browserPerformanceHandlers(),
  ...distributionHandlers(),
  ...dnsHandlers(),
  ...performanceHandlers(),
  ...projectStatisticsHandlers(),
  ...lastDayHandlers(),
  ...synopsisHandlers(),
  ...baselineHandlers(),
  ...insightHandlers(),
  ...objectiveHandlers(),
  ...statusPageHandlers(services),
  ...accountHandlers(),
  ...siteAccountHandlers(services),
  ...profileHandlers(),
  ...addressHandlers(services),
  ...accountRemovalHandlers(services),
  ...projectHandlers(services),
  ...siteProjectHandlers(),
  ...projectAccessHandlers(),
  ...givenInviteHandlers(services),
  ...inviteHandlers(services),
  ...projectConditionHandlers(),
  ...linkHandlers(),
  ...apiKeyHandlers(services),
  ...serviceAccountHandlers(),
  ...keyServiceHandlers(services),
  ...organizationSettingsHandlers(),
  ...memberHandlers(),
  ...ownRoleHandlers(),
  ...siteOrganizationHandlers(),
  ...roleHandlers(),
  ...organizationProjectHandlers(services),
  ...registrationHandlers(services),
  ...passwordHandlers(services),
  ...sessionHandlers(services),
  ...signInHandlers(),
  ...secondStepHandlers(services),
  ...factorHandlers(services),
  ...newFactorHandlers(services),
  ...identityProviderHandlers(services),
  ...federatedSignInHandlers(services),
  ...linkedIdentityHandlers(services),
  ...connectionHandlers(services),
  ...agentHandlers(services),
  ...fleetHandlers(services),
  ...agentTokenHandlers(services),
  ...sampleHandlers(services),
  ...trialHandlers(services),
  ...workflowTrialHandlers(services),
  ...watchHandlers(services),
  ...environmentHandlers(services),
  ...monitorVariableHandlers(services),
  ...auditHandlers(services),
  ...liveHandlers(services),
  ...mailHandlers(services),
  ...subscriptionHandlers(services),
  ...expertSubscriptionHandlers(services),
  ...recipientHandlers(services),
  ...acknowledgementHandlers(services),
  ...dependencyHandlers,
  ...unsubscribeHandlers(services),
  ...analyticsHandlers(services),
  ...chatHandlers(services),
  ...systemHandlers(services),
  ...terminalHandlers(services),
})
