import { defineKinds, type KindFacts } from './core/kind.ts'
import type { ManagedKind } from './resources.ts'

/** Every kind of thing that the product knows by a noun. */
export const kinds = defineKinds<ManagedKind>()({
  monitor: { broadcast: true, neighbours: [{ kind: 'schedule', by: ['remove'] }] },
  schedule: {
    broadcast: true,
    neighbours: [
      {
        kind: 'monitor',
        by: ['create', 'remove'],
        fields: ['targets', 'enabled'],
        one: { by: ['attach', 'detach'], parameter: 'callId' },
      },
    ],
  },
  webhook: { broadcast: true },
  project: { broadcast: true },
  location: { broadcast: false },
  collection: { broadcast: false },
  tag: { broadcast: false },
  result: { broadcast: false },
  notification: { broadcast: false },
  'api-key': { broadcast: false, audited: 'key' },
  'audit-entry': { broadcast: false },
  mail: { broadcast: false },
  account: { broadcast: false },
})

type Kinds = typeof kinds
export type Kind = keyof Kinds

/** A kind whose changes live streams carry. */
export type BroadcastKind = { [K in Kind]: Kinds[K]['broadcast'] extends true ? K : never }[Kind]

const rows: Readonly<Record<Kind, KindFacts<Kind>>> = kinds

// The keys of the table are its kinds; Object.keys cannot know it.
const names = Object.keys(rows) as readonly Kind[]
const isBroadcast = (kind: Kind): kind is BroadcastKind => rows[kind].broadcast

/** The kinds whose changes live streams carry. */
export const broadcastKinds: readonly BroadcastKind[] = names.filter(isBroadcast)

const byAuditedType: ReadonlyMap<string, Kind> = new Map(names.map((kind) => [rows[kind].audited ?? kind, kind]))

/** The kind that an audit entry names by its type; null for types that are no kind, such as `recipient`. */
export const kindOfAuditedType = (type: string): Kind | null => byAuditedType.get(type) ?? null

/** The contract's half of a kind's row; null where no kind has that name. */
export const kindFacts = (name: string): KindFacts<Kind> | null => {
  const kind = names.find((each) => each === name)
  return kind === undefined ? null : rows[kind]
}
