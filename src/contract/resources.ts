import { webhooks } from './alerts/webhooks.ts'
import { downtimes } from './downtimes/downtimes.ts'
import { monitors } from './monitors/monitors.ts'
import { schedules } from './schedules/schedules.ts'

/** The kinds that people manage. */
export const resources = { monitors, schedules, downtimes, webhooks } as const

/** Their endpoints. */
export const resourceEndpoints = {
  ...monitors.endpoints,
  ...schedules.endpoints,
  ...downtimes.endpoints,
  ...webhooks.endpoints,
} as const

/** The name of a managed kind, such as `monitor`. */
export type ManagedKind = (typeof resources)[keyof typeof resources]['name']
