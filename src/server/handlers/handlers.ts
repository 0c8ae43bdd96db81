import type { Handlers } from '../http/context.ts'
import type { Services } from '../services.ts'
import { accountHandlers } from './accounts.ts'
import { agentHandlers } from './agents.ts'
import { lastDayHandlers } from './last-day.ts'
import { liveHandlers } from './live.ts'
import { monitorHandlers } from './monitors.ts'
import { passwordHandlers } from './passwords.ts'
import { registrationHandlers } from './registration.ts'
import { resultHandlers } from './results.ts'
import { sampleHandlers } from './samples.ts'
import { scheduleHandlers } from './schedules.ts'
import { sessionHandlers } from './sessions.ts'
import { statisticsHandlers } from './statistics.ts'
import { systemHandlers } from './system.ts'
import { webhookHandlers } from './webhooks.ts'

/** A handler for every endpoint of the contract: one that is missing does not compile. */
export const handlersWith = (services: Services): Handlers => ({
  ...monitorHandlers(services),
  ...scheduleHandlers(),
  ...webhookHandlers(services),
  ...resultHandlers(services),
  ...statisticsHandlers(),
  ...lastDayHandlers(),
  ...accountHandlers(),
  ...registrationHandlers(services),
  ...passwordHandlers(services),
  ...sessionHandlers(services),
  ...agentHandlers(services),
  ...sampleHandlers(services),
  ...liveHandlers(services),
  ...systemHandlers(services),
})
