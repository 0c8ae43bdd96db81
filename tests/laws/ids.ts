import type { ManagedKind } from '../../src/contract/resources.ts'
import { managedKinds } from '../support/managed-kinds.ts'

/** The kinds of things that a variable of a route may stand for. */
export type Kind =
  | ManagedKind
  | 'account'
  | 'delivery'
  | 'digest'
  | 'interaction'
  | 'key'
  | 'location'
  | 'mail'
  | 'mailing'
  | 'organization'
  | 'project'
  | 'recipient'
  | 'result'
  | 'session'
  | 'trial'
  | 'unsubscription'

export type Ids = Readonly<Record<Kind, string>>

/** The kind of each variable, by the word of the route before it, or by those before and after it. */
const KIND_AFTER: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(managedKinds.map(({ plural, name }) => [plural, name])),
  accounts: 'account',
  reset_password: 'account',
  deliveries: 'delivery',
  subscriptions: 'digest',
  downtime: 'downtime',
  interaction: 'interaction',
  api_keys: 'key',
  metrics: 'location',
  outbox: 'mail',
  // A webhook that sends mail has recipients.
  'webhooks/recipients': 'mailing',
  call: 'monitor',
  calls: 'monitor',
  links: 'monitor',
  monitors: 'monitor',
  // Of the older form of a report.
  test: 'monitor',
  targets: 'monitor',
  // The entries of one thing: a monitor is one.
  resource: 'monitor',
  organization: 'organization',
  projects: 'project',
  recipients: 'recipient',
  results: 'result',
  sessions: 'session',
  'run-draft': 'trial',
  unsubscribe: 'unsubscription',
  snooze: 'webhook',
}

/** Kinds that belong to no project and to no account, and why another's proves nothing. */
export const OF_NOBODY: Partial<Record<Kind, string>> = {
  digest: 'a kind of mail, of which everyone may have their own',
  location: 'shared by the whole installation',
  recipient: 'a sealed token: whoever has it received it',
  unsubscription: 'a sealed token: whoever has it received it',
}

const VARIABLE = /([\w-]+)\/\{(\w+)\}(?=(\/[\w-]+)?)/g

const kindBetween = (before: string, after = ''): Kind | null =>
  KIND_AFTER[before + after] ?? KIND_AFTER[before] ?? null

/** Returns the variables of a route with the kind of each; null where the word before one is not known. */
export const variablesOf = (route: string): { variable: string; kind: Kind | null }[] =>
  [...route.matchAll(VARIABLE)].map(([, before = '', variable = '', after]) => ({
    variable,
    kind: kindBetween(before, after),
  }))

/** Fills the variables of a route's path with ids of their kinds. */
export const pathWith = (route: string, ids: Ids): string =>
  (route.split(' ')[1] ?? '').replace(VARIABLE, (all, before: string, _: string, after?: string) => {
    const kind = kindBetween(before, after)
    return kind ? `${before}/${ids[kind]}` : all
  })
