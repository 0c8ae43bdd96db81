import type { ManagedKind } from '../../src/contract/resources.ts'
import { managedKinds } from '../support/managed-kinds.ts'

/** The kinds of things that a variable of a route may stand for. */
export type Kind =
  | ManagedKind
  | 'account'
  | 'browser-test'
  | 'agent'
  | 'agent-token'
  | 'certificate'
  | 'day'
  | 'delivery'
  | 'digest'
  | 'environment'
  | 'factor'
  | 'incident'
  | 'insights-report'
  | 'integration'
  | 'integration-provider'
  | 'interaction'
  | 'identity-provider'
  | 'key'
  | 'linked-identity'
  | 'connection'
  | 'location'
  | 'mail'
  | 'mailing'
  | 'new-passkey'
  | 'new-totp'
  | 'organization'
  | 'organization-downtime'
  | 'picture'
  | 'project'
  | 'public-report'
  | 'recipient'
  | 'acknowledgement'
  | 'report-group'
  | 'result'
  | 'access'
  | 'invite'
  | 'invite-secret'
  | 'role'
  | 'service-account'
  | 'service-key'
  | 'session'
  | 'status-subscriber'
  | 'trial'
  | 'unsubscription'
  | 'variable'
  | 'workflow-result'

export type Ids = Readonly<Record<Kind, string>>

/** The kind of each variable, by the word of the route before it, or by those before and after it. */
const KIND_AFTER: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(managedKinds.map(({ plural, name }) => [plural, name])),
  accounts: 'account',
  agents: 'agent',
  'join-tokens': 'agent-token',
  address: 'account',
  federated: 'identity-provider',
  identities: 'linked-identity',
  connections: 'connection',
  'identity-providers': 'identity-provider',
  link: 'identity-provider',
  reset_password: 'account',
  certificates: 'certificate',
  access: 'access',
  invites: 'invite',
  'invites/{}': 'invite-secret',
  role: 'role',
  roles: 'role',
  'service-accounts': 'service-account',
  keys: 'service-key',
  dailies: 'day',
  organizations: 'organization',
  factors: 'factor',
  passkey: 'new-passkey',
  totp: 'new-totp',
  deliveries: 'delivery',
  subscriptions: 'digest',
  downtime: 'downtime',
  // Those of a project follow the word `downtime`.
  downtimes: 'organization-downtime',
  environment: 'environment',
  environments: 'environment',
  'environment/{}': 'variable',
  incidents: 'incident',
  insights: 'insights-report',
  integrations: 'integration',
  'integrations/authenticate': 'integration-provider',
  interaction: 'interaction',
  api_keys: 'key',
  histogram: 'location',
  metrics: 'location',
  passfail: 'location',
  sizes: 'location',
  outbox: 'mail',
  // A webhook that sends mail has recipients.
  'webhooks/recipients': 'mailing',
  browser: 'browser-test',
  call: 'monitor',
  'workflows > call': 'monitor',
  'workflows > results': 'workflow-result',
  calls: 'monitor',
  links: 'monitor',
  monitors: 'monitor',
  // Of the older form of a report.
  test: 'monitor',
  targets: 'monitor',
  // Schedules take workflows there.
  run: 'workflow',
  // The entries of one thing: a monitor is one.
  resource: 'monitor',
  organization: 'organization',
  pictures: 'picture',
  projects: 'project',
  recipients: 'recipient',
  acknowledgements: 'acknowledgement',
  acknowledge: 'monitor',
  dependencies: 'monitor',
  // The secret part of a public link, and a monitor of its report.
  'reports/public': 'public-report',
  public: 'monitor',
  'reports/{}': 'report-group',
  results: 'result',
  sessions: 'session',
  subscribers: 'status-subscriber',
  'run-draft': 'trial',
  unsubscribe: 'unsubscription',
  snooze: 'webhook',
}

/** Kinds that belong to no project and to no account, and why another's proves nothing. */
export const OF_NOBODY: Partial<Record<Kind, string>> = {
  day: 'a date, which each project has',
  digest: 'a kind of mail, of which everyone may have their own',
  'integration-provider': 'a name of the configuration, for the whole installation',
  environment: 'a name, of which each project has its own',
  'identity-provider': 'shared by the whole installation',
  location: 'shared by the whole installation',
  'public-report': 'a random token: whoever has it was given the link',
  picture: 'a number, of which each result has its own',
  'report-group': 'a name, of which each report has its own',
  recipient: 'a sealed token: whoever has it received it',
  acknowledgement: 'a sealed token: whoever has it received it',
  invite: 'a random id with a random secret: whoever has both was given the link',
  'invite-secret': 'random: whoever has it was given the link',
  role: 'a name, of which each organization has its own',
  unsubscription: 'a sealed token: whoever has it received it',
  variable: 'a name, of which each environment has its own',
}

/** A word (below `workflows/` with it), the variable after it, perhaps a second one, and the word that follows. */
const VARIABLE = /((?:workflows\/)?[\w-]+)\/\{(\w+)\}(?:\/\{(\w+)\})?(?=(\/[\w-]+)?)/g

const kindBetween = (before: string, after = ''): Kind | null =>
  KIND_AFTER[before + after] ?? KIND_AFTER[before.replace('/', ' > ')] ?? null

/** The kind of a variable that follows another one. */
const kindOfSecond = (before: string): Kind | null => KIND_AFTER[`${before}/{}`] ?? null

/** Returns the variables of a route with the kind of each; null where the word before one is not known. */
export const variablesOf = (route: string): { variable: string; kind: Kind | null }[] =>
  [...route.matchAll(VARIABLE)].flatMap(([, before = '', variable = '', second, after]) => [
    { variable, kind: kindBetween(before, after) },
    ...(second === undefined ? [] : [{ variable: second, kind: kindOfSecond(before) }]),
  ])

/** Fills the variables of a route's path with ids of their kinds. */
export const pathWith = (route: string, ids: Ids): string =>
  (route.split(' ')[1] ?? '').replace(VARIABLE, (all, before: string, _: string, second?: string, after?: string) => {
    const kind = kindBetween(before, after)
    if (!kind) return all
    const further = second === undefined ? null : kindOfSecond(before)
    return further ? `${before}/${ids[kind]}/${ids[further]}` : `${before}/${ids[kind]}`
  })

/** The kinds that fields of samples name by `x`. */
const NAMED: Readonly<Record<string, Kind>> = { call_id: 'monitor', call_ids: 'monitor', project_ids: 'project' }

/** A sample whose `x` are ids of what there is. */
export const withOwnIds = <Body>(body: Body, ids: Ids): Body =>
  // Parsed from what it was made of.
  JSON.parse(JSON.stringify(body ?? null), (field, value: unknown) => {
    const kind = NAMED[field]
    if (!kind) return value
    return Array.isArray(value)
      ? value.map((each) => (each === 'x' ? ids[kind] : each))
      : value === 'x'
        ? ids[kind]
        : value
  }) ?? body
