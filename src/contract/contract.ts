import { accounts } from './accounts.ts'
import { agents } from './agents.ts'
import { alertDecisions } from './alert-decisions.ts'
import { apiKeys } from './api-keys.ts'
import { audits } from './audits.ts'
import { deliveries } from './deliveries.ts'
import { live } from './live.ts'
import { mailEndpoints } from './mail.ts'
import { monitors } from './monitors.ts'
import { notificationFeed } from './notifications.ts'
import { projects } from './projects.ts'
import { recipients } from './recipients.ts'
import { runs } from './results.ts'
import { samples } from './samples.ts'
import { schedules } from './schedules.ts'
import { sessions } from './sessions.ts'
import { siteAccounts } from './site-accounts.ts'
import { statistics } from './statistics.ts'
import { subscriptions } from './subscriptions.ts'
import { system } from './system.ts'
import { trials } from './trials.ts'
import { watches } from './watches.ts'
import { webhooks } from './webhooks.ts'

/** The kinds that people manage. */
export const resources = { monitors, schedules, webhooks } as const

/** Every endpoint of the product, by name. */
export const contract = {
  ...monitors.endpoints,
  ...schedules.endpoints,
  ...webhooks.endpoints,
  ...deliveries,
  ...alertDecisions,
  ...notificationFeed,
  ...runs,
  ...statistics,
  ...accounts,
  ...siteAccounts,
  ...projects,
  ...apiKeys,
  ...sessions,
  ...agents,
  ...samples,
  ...trials,
  ...watches,
  ...audits,
  ...live,
  ...mailEndpoints,
  ...subscriptions,
  ...recipients,
  ...system,
} as const

export type ProductContract = typeof contract
export type EndpointName = keyof ProductContract
