import type { KindFacts } from './core/kind.ts'
import { managedKinds } from './managed-kinds.ts'
import type { ManagedKind } from './resources.ts'

type ManagedFacts = KindFacts & { readonly broadcast: true }

/** The rows of managed kinds, which follow from their declarations: every change of one is broadcast. */
const managedRows = (): Readonly<Record<ManagedKind, ManagedFacts>> => {
  const rows = managedKinds.map(({ name, neighbours }): [string, ManagedFacts] => [
    name,
    { broadcast: true, neighbours },
  ])
  // Each name of a managed kind is one of these; Object.fromEntries cannot know it.
  return Object.fromEntries(rows) as Record<ManagedKind, ManagedFacts>
}

/** Kinds that are not managed: they are made by the product, or by endpoints of their own. */
const others = {
  project: { broadcast: true },
  location: { broadcast: false },
  collection: { broadcast: false },
  organization: { broadcast: false },
  tag: { broadcast: false },
  'deleted-monitor': { broadcast: false },
  'older-monitor': { broadcast: false },
  // A browser test is a monitor in a form of its own: what changes one changes what shows it as a monitor.
  'browser-test': {
    broadcast: false,
    neighbours: [
      { kind: 'monitor', by: ['create', 'update', 'remove'] },
      { kind: 'schedule', by: ['remove'] },
      { kind: 'deleted-monitor', by: ['remove'] },
      { kind: 'variable', by: ['create', 'update', 'remove'] },
      { kind: 'environment', by: ['create', 'update', 'remove'] },
    ],
  },
  // Monitors use environments by name, and lists of environments count variables.
  environment: {
    broadcast: true,
    neighbours: [
      { kind: 'variable', by: ['rename', 'remove', 'update'] },
      { kind: 'monitor', by: ['rename', 'update'] },
      { kind: 'workflow', by: ['rename', 'update'] },
    ],
  },
  variable: {
    broadcast: true,
    neighbours: [{ kind: 'environment', by: ['set', 'rename', 'remove', 'update'] }],
  },
  incident: { broadcast: true },
  result: { broadcast: false },
  'workflow-result': { broadcast: false },
  notification: { broadcast: false },
  'api-key': { broadcast: false, audited: 'key' },
  'audit-entry': { broadcast: false },
  mail: { broadcast: false },
  account: { broadcast: false },
  certificate: { broadcast: false },
  'identity-provider': { broadcast: false },
  'service-account': { broadcast: false },
  integration: { broadcast: false },
  agent: { broadcast: false },
  'agent-token': { broadcast: false },
  // A schedule shows its next run, and whether downtimes leave it any time.
  'organization-downtime': {
    broadcast: true,
    neighbours: [{ kind: 'schedule', by: ['create', 'update', 'remove'] }],
  },
} as const satisfies Record<string, KindFacts>

type Others = typeof others

/** Every kind of thing that the product knows by a noun. */
export type Kind = ManagedKind | keyof Others

/** A kind whose changes live streams carry. */
export type BroadcastKind =
  | ManagedKind
  | { [K in keyof Others]: Others[K]['broadcast'] extends true ? K : never }[keyof Others]

/** The contract's half of each kind's row. */
export const kindFacts: Readonly<Record<Kind, KindFacts>> = { ...managedRows(), ...others }

// The keys of the table are its kinds; Object.keys cannot know it.
const names = Object.keys(kindFacts) as readonly Kind[]

/** Whether live streams carry the changes of a kind. */
export const isBroadcast = (kind: Kind): kind is BroadcastKind => kindFacts[kind].broadcast

/** The kinds whose changes live streams carry. */
export const broadcastKinds: readonly BroadcastKind[] = names.filter(isBroadcast)

const byAuditedType: ReadonlyMap<string, Kind> = new Map(names.map((kind) => [kindFacts[kind].audited ?? kind, kind]))

/** The kind that an audit entry names by its type; null for types that are no kind, such as `recipient`. */
export const kindOfAuditedType = (type: string): Kind | null => byAuditedType.get(type) ?? null

/** The kind of a name; null where none has it. */
export const kindNamed = (name: string): Kind | null => names.find((each) => each === name) ?? null
