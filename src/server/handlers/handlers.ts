import type { Handlers } from '../http/context.ts'
import type { Services } from '../services.ts'
import { accountHandlers } from './accounts.ts'
import { agentHandlers } from './agents.ts'
import { alertDecisionHandlers } from './alert-decisions.ts'
import { apiKeyHandlers } from './api-keys.ts'
import { auditHandlers } from './audits.ts'
import { deliveryHandlers } from './deliveries.ts'
import { lastDayHandlers } from './last-day.ts'
import { liveHandlers } from './live.ts'
import { mailHandlers } from './mail.ts'
import { monitorHandlers } from './monitors.ts'
import { notificationHandlers } from './notifications.ts'
import { passwordHandlers } from './passwords.ts'
import { profileHandlers } from './profile.ts'
import { projectHandlers } from './projects.ts'
import { recipientHandlers } from './recipients.ts'
import { registrationHandlers } from './registration.ts'
import { resultHandlers } from './results.ts'
import { sampleHandlers } from './samples.ts'
import { scheduleHandlers } from './schedules.ts'
import { sessionHandlers } from './sessions.ts'
import { signInHandlers } from './sign-ins.ts'
import { siteAccountHandlers } from './site-accounts.ts'
import { statisticsHandlers } from './statistics.ts'
import { subscriptionHandlers } from './subscriptions.ts'
import { systemHandlers } from './system.ts'
import { trialHandlers } from './trials.ts'
import { unsubscribeHandlers } from './unsubscribe.ts'
import { watchHandlers } from './watches.ts'
import { webhookTestHandlers } from './webhook-tests.ts'
import { webhookHandlers } from './webhooks.ts'

/** A handler for every endpoint of the contract: one that is missing does not compile. */
export const handlersWith = (services: Services): Handlers => ({
  ...monitorHandlers(services),
  ...scheduleHandlers(),
  ...webhookHandlers(services),
  ...webhookTestHandlers(services),
  ...deliveryHandlers(services),
  ...alertDecisionHandlers(services),
  ...notificationHandlers(services),
  ...resultHandlers(services),
  ...statisticsHandlers(),
  ...lastDayHandlers(),
  ...accountHandlers(),
  ...siteAccountHandlers(),
  ...profileHandlers(),
  ...projectHandlers(services),
  ...apiKeyHandlers(),
  ...registrationHandlers(services),
  ...passwordHandlers(services),
  ...sessionHandlers(services),
  ...signInHandlers(),
  ...agentHandlers(services),
  ...sampleHandlers(services),
  ...trialHandlers(services),
  ...watchHandlers(services),
  ...auditHandlers(services),
  ...liveHandlers(services),
  ...mailHandlers(services),
  ...subscriptionHandlers(services),
  ...recipientHandlers(services),
  ...unsubscribeHandlers(services),
  ...systemHandlers(services),
})
