import { type RouteSpec, routes } from '../routes.ts'
import { addressOf } from './addresses.ts'
import { type Command, command } from './command.ts'
import type { EntityKind } from './world.ts'

const table: Readonly<Record<string, RouteSpec>> = routes

/** What the variables of routes stand for: the argument's name, and the kind of thing. */
const VARIABLES: Readonly<Record<string, { readonly argument: string; readonly kind: EntityKind }>> = {
  callId: { argument: 'monitor', kind: 'monitor' },
  locationId: { argument: 'location', kind: 'location' },
  scheduleId: { argument: 'schedule', kind: 'schedule' },
  resultId: { argument: 'result', kind: 'result' },
  orgId: { argument: 'collection', kind: 'collection' },
  mailId: { argument: 'mail', kind: 'mail' },
  webhookId: { argument: 'webhook', kind: 'webhook' },
}

const ICONS: Readonly<Record<string, string>> = {
  home: 'home',
  monitors: 'monitor',
  monitor: 'monitor',
  'monitor-edit': 'edit',
  'monitor-run': 'play',
  results: 'results',
  result: 'results',
  'monitor-results': 'results',
  'monitor-statistics': 'performance',
  'monitor-latency': 'performance',
  'monitor-passfail': 'chart',
  'monitor-schedules': 'schedule',
  schedules: 'schedule',
  schedule: 'schedule',
  'new-schedule': 'plus',
  'schedule-targets': 'monitor',
  audit: 'audit',
  'audit-of-resource': 'audit',
  'audit-of-organization': 'audit',
  'monitor-audit': 'audit',
  collections: 'catalog',
  'new-project': 'plus',
  welcome: 'help',
  'getting-started': 'check',
  debug: 'debug',
  'email-subscriptions': 'mail',
  outbox: 'mail',
  mail: 'mail',
  accounts: 'person',
  notifications: 'mail',
  webhooks: 'bell',
  webhook: 'bell',
  'new-webhook': 'plus',
  'webhook-edit': 'edit',
  'monitor-webhooks': 'bell',
  profile: 'person',
  'project-settings': 'settings',
  'api-keys': 'key',
}

/** A command for every screen that has words: `open monitors`, `open monitor-latency <monitor>`. */
export const openCommands: readonly Command[] = Object.entries(table).flatMap(([name, spec]) => {
  if (spec.words === undefined) return []
  const variables = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, variable = '']) => {
    const { argument, kind } = VARIABLES[variable] ?? { argument: variable, kind: undefined }
    return { variable, argument, kind }
  })
  const base = command({
    id: `open.${name}`,
    words: `open ${spec.words}`,
    title: spec.title,
    icon: ICONS[name] ?? 'chevron-right',
    args: {},
    ...(spec.keys && { keys: spec.keys }),
    publicToo: spec.flags?.includes('noAuthOk') ?? false,
    when: (world) =>
      (spec.flags?.includes('noProjectOk') || world.project !== null) &&
      (!spec.flags?.includes('siteAdminOnly') || world.site.admin),
    run() {},
  })
  return {
    ...base,
    args: Object.fromEntries(variables.map(({ argument }) => [argument, 'string > 0'])),
    of: Object.fromEntries(variables.map(({ argument, kind }) => [argument, kind])),
    run: (args, world) =>
      world.goTo(
        addressOf(
          name,
          Object.fromEntries(variables.map(({ variable, argument }) => [variable, String(args[argument])])),
        ),
      ),
  }
})
