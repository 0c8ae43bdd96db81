import type { Kind } from '../contract/kinds.ts'
import { accountKinds } from './accounts/kinds.ts'
import { agentKinds } from './agents/kinds.ts'
import { alertKinds } from './alerts/kinds.ts'
import { apiKeyKinds } from './api-keys/kinds.ts'
import { auditKinds } from './audit/kinds.ts'
import type { KindRow } from './core/kind-row.ts'
import { downtimeKinds } from './downtimes/kinds.ts'
import { mailKinds } from './mail/kinds.ts'
import { monitorKinds } from './monitors/kinds.ts'
import { notificationKinds } from './notifications/kinds.ts'
import { projectKinds } from './projects/kinds.ts'
import { resultKinds } from './results/kinds.ts'
import { scheduleKinds } from './schedules/kinds.ts'

/** Each kind's row, kept by area. A kind of the contract without a row here does not compile. */
const rows = {
  ...monitorKinds,
  ...scheduleKinds,
  ...downtimeKinds,
  ...alertKinds,
  ...resultKinds,
  ...notificationKinds,
  ...projectKinds,
  ...agentKinds,
  ...apiKeyKinds,
  ...auditKinds,
  ...mailKinds,
  ...accountKinds,
} as const satisfies Record<Kind, KindRow>

/** Kinds whose objects the signed-in person's machine holds. */
export type SessionKind = { [K in Kind]: (typeof rows)[K]['list'] extends 'session' ? K : never }[Kind]

/** The kinds, by name. */
export const kinds: Readonly<Record<Kind, KindRow>> = rows

// The keys of the table are its kinds; Object.keys cannot know it.
const names = Object.keys(rows) as readonly Kind[]

const byField: ReadonlyMap<string, Kind> = new Map(
  names.flatMap((kind) => (kinds[kind].fields ?? []).map((field) => [field, kind] as const)),
)
const byParameter: ReadonlyMap<string, Kind> = new Map(
  names.flatMap((kind) => {
    const { parameter } = kinds[kind]
    return parameter === null ? [] : [[parameter, kind] as const]
  }),
)

/** The kind that a field of a draft names; null where it holds something else. */
export const kindOfField = (field: string): Kind | null => byField.get(field) ?? null

/** The kind that a variable of a route names; null where it names none. */
export const kindOfParameter = (parameter: string): Kind | null => byParameter.get(parameter) ?? null

/** The kind that a route makes an object of; null where it makes none. */
export const kindMadeAt = (route: string): Kind | null =>
  names.find((kind) => kinds[kind].routes.make === route) ?? null
