import type { EntityKind } from '../commands/core/world.ts'

/** A column: the path of its value, and its head on a terminal where the path does not say it. */
export type Column = { readonly path: string; readonly head: string }

const headOf = (path: string): string => path.split('.').at(-1)?.replaceAll('_', ' ').toUpperCase() ?? ''

/** The column of a path, with the head after a colon: `test:monitor`. */
export const column = (written: string): Column => {
  const [path = '', head] = written.split(':')
  return { path, head: head?.replaceAll('_', ' ').toUpperCase() ?? headOf(path) }
}

/**
 * The columns of lists: what it is, its state, when, and at last the id. A list that is missing here shows choices of names, or the fields
 * that tell rows apart.
 */
export const LIST_COLUMNS: Readonly<Partial<Record<EntityKind, string>>> = {
  account: 'name email email_verified:verified site_permission blocked last_login created id',
  agent: 'name location_id:location online version running last_seen id',
  'agent-token': 'name prefix agents created_by last_used expires id',
  'api-key': 'name access_level:level prefix created_by last_used expires ended id',
  'audit-entry': 'time action resource.type:kind resource.name:object actor.name:actor ip id',
  'auth-setting': 'meta.name settings.auth_type:type meta.domain:host tokens used_by meta.last_update:changed id',
  certificate: 'name subject issuer not_after:expires used_by_count:used_by id',
  'deleted-monitor': 'name url deleted restorable_until id',
  downtime: 'meta.name scope status next_window.start_time:from next_window.end_time:to schedule.timezone id',
  environment: 'name monitors variables',
  file: 'meta.name file.kind file.size:bytes file.content_type:type meta.last_update:changed id',
  'identity-provider': 'name enabled issuer domains accounts id',
  incident: 'title state impact begun ended monitor_count:monitors failing_count:failing published id',
  integration: 'name provider_name:provider status account last_used error id',
  mail: 'created kind to subject status tries error id',
  monitor:
    'meta.name last_result.result_category:result request.method meta.domain:host pass_rate_24h:passed_24h median_24h last_result.time:last_run id',
  notification: 'time kind title call_name:monitor result_category:result read id',
  organization: 'name members projects runs created id',
  'older-monitor': 'name url rules id',
  'organization-downtime': 'name scope status next_window.start_time:from next_window.end_time:to timezone id',
  report: 'meta.name report.metric meta.public meta.last_update:changed id',
  result:
    'created:time test:monitor result_category:result http_code:status response_time:latency location_id:location id',
  schedule:
    'name enabled frequency:every target_counts.monitors:monitors target_counts.workflows:workflows next_run missed id',
  'service-account': 'name roles projects keys created id',
  token: 'meta.name status meta.auth_type:type grant token.expire_time:expires problem used_by id',
  variable: 'name workspace:environment value secret used_by updated id',
  webhook:
    'name scope web_hook_type:channel enabled alerts snoozed_until last_delivery.status:last_delivery last_delivery.time:delivered id',
  workflow:
    'meta.name last_result.result_category:result pass_rate_24h:passed_24h median_24h last_result.time:last_run meta.workspace:environment id',
  'workflow-result':
    'meta.started:time meta.result_category:result failed_step.name:failed_step timing.total:latency meta.location_id:location id',
}

/** The columns of a kind's list; null where none are chosen for it. */
export const listColumns = (kind: EntityKind): readonly Column[] | null =>
  LIST_COLUMNS[kind]?.split(' ').map(column) ?? null

/** Fields that rows of other lists are told apart by, in the order of columns. */
const USUAL = [
  'name',
  'meta.name',
  'title',
  'test',
  'project.name',
  'email',
  'call_name',
  'note',
  'result_category',
  'meta.result_category',
  'last_result.result_category',
  'state',
  'status',
  'http_code',
  'response_time',
  'location_id',
  'request.method',
  'meta.domain',
  'access_level',
  'action',
  'enabled',
  'frequency',
  'type',
  'time',
  'started',
  'meta.started',
  'created',
  'id',
]
const MOST_COLUMNS = 7
const FEWEST_COLUMNS = 3

/** Columns of rows that none are chosen for, among the paths that have plain values. */
export const usualColumns = (has: (path: string) => boolean, keys: readonly string[]): readonly Column[] => {
  const found = USUAL.filter(has)
  // The id stands at the end, however many others there are.
  const usual = found.length > MOST_COLUMNS ? [...found.slice(0, MOST_COLUMNS - 1), ...found.slice(-1)] : found
  const further = usual.length >= FEWEST_COLUMNS ? [] : keys.filter((key) => !usual.includes(key) && has(key))
  return [...usual, ...further].slice(0, MOST_COLUMNS).map(column)
}
