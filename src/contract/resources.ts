import { webhooks } from './alerts/webhooks.ts'
import { authSettings } from './auth/auth-settings.ts'
import { tokens } from './auth/tokens.ts'
import { joined } from './core/joined.ts'
import { downtimes } from './downtimes/downtimes.ts'
import { files } from './files/files.ts'
import { monitors } from './monitors/monitors.ts'
import { reports } from './reports/reports.ts'
import { schedules } from './schedules/schedules.ts'
import { workflows } from './workflows/workflows.ts'

/** The kinds that people manage. */
export const resources = {
  monitors,
  schedules,
  downtimes,
  webhooks,
  files,
  authSettings,
  tokens,
  workflows,
  reports,
} as const

type Managed = (typeof resources)[keyof typeof resources]

/** Their endpoints. */
export const resourceEndpoints = joined<Managed['endpoints']>(
  Object.values(resources).map(({ endpoints }) => endpoints),
)

/** The name of a managed kind, such as `monitor`. */
export type ManagedKind = Managed['name']
