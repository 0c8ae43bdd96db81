import type { Command } from '../commands/core/command.ts'
import type { EndpointName } from '../contract/contract.ts'

type Row = Readonly<Record<string, unknown>>

const LONGEST_TEXT = 200
const LONGEST_PART = 300
const DIGITS = 4

const MONITOR_COLUMNS =
  'id meta.name last_result.result_category:result last_result.time:last_run request.method meta.domain:host pass_rate_24h median_24h monitored no_data'
const AUDIT_COLUMNS =
  'id time action resource.type:kind resource.id:object_id resource.name:object actor.name:actor actor.email user_agent changes'
const RESULT_COLUMNS =
  'id created:time test:monitor result_category:result http_code response_time location_id exception'
const TOKEN_COLUMNS =
  'id meta.name meta.auth_type:type status problem grant token.expire_time:expires meta.auth_id used_by'
const WORKFLOW_COLUMNS =
  'id meta.name last_result.result_category:result last_result.time:last_run pass_rate_24h median_24h monitored'
const NOTIFICATION_COLUMNS = 'id time kind title text call_id call_name result_category:result result_id times read'

/**
 * Fields that a model chooses rows by, as paths in them with the names that they get: what it is, its state, when. All others are in the
 * details, and in the answers about one object. Lists that are missing here have short rows.
 */
export const COLUMNS: Readonly<Partial<Record<EndpointName, string>>> = {
  'agent.fleet': 'id name location_id online version lag_ms running waiting last_seen revoked',
  'audit.list': AUDIT_COLUMNS,
  'audit.list-of-organization': AUDIT_COLUMNS,
  'audit.list-of-resource': AUDIT_COLUMNS,
  'auth-setting.list': 'id meta.name settings.auth_type:type meta.domain:host tokens used_by meta.last_update',
  'certificate.list': 'id name subject issuer origins not_after used_by_count',
  'downtime.list':
    'id meta.name scope status next_window.start_time:from next_window.end_time:to schedule.timezone meta.schedule_id',
  'file.list': 'id meta.name file.kind file.size file.content_type meta.last_update',
  'incident.list': 'id title state impact begun ended monitor_count failing_count published',
  'monitor.list': MONITOR_COLUMNS,
  'notification.list': NOTIFICATION_COLUMNS,
  'notification.list-of-call': NOTIFICATION_COLUMNS,
  'report.list': 'id meta.name report.metric report.period meta.public meta.last_update',
  'result.list': RESULT_COLUMNS,
  'result.list-of-call': RESULT_COLUMNS,
  'schedule.list': 'id name enabled frequency locations regions target_counts next_run missed never_runs',
  'token.list': TOKEN_COLUMNS,
  'token.list-of-setting': TOKEN_COLUMNS,
  'webhook.list':
    'id name scope web_hook_type:channel enabled alerts monitor_id snoozed_until last_delivery.status:last_delivery last_delivery.time:delivered',
  'workflow.list': WORKFLOW_COLUMNS,
  'workflow.list-of-call': WORKFLOW_COLUMNS,
  'workflow.results':
    'id meta.started:time meta.result_category:result failed_step.name:failed_step timing.total:latency meta.location_id',
}

/** A column as a path, and the name of its value in a row: the last step, or what stands after a colon. */
export const columnOf = (written: string): { readonly path: string; readonly name: string } => {
  const [path = '', name] = written.split(':')
  return { path, name: name ?? path.split('.').at(-1) ?? path }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0)

/** A value without what is null or empty in it, however deep: half of a row is. Items of lists stay where they are. */
export const withoutNothing = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNothing)
  if (!isObject(value)) return value
  const kept = Object.entries(value).map(([key, each]) => [key, withoutNothing(each)] as const)
  return Object.fromEntries(kept.filter(([, each]) => !isNothing(each)))
}

/** A value as short as it is told apart by: details have the whole. */
const cut = (value: unknown): unknown => {
  if (typeof value === 'number' && !Number.isInteger(value)) return Number(value.toPrecision(DIGITS))
  return typeof value === 'string' && value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value
}

const at = (row: unknown, path: string): unknown =>
  path.split('.').reduce((value: unknown, key) => (isObject(value) ? value[key] : undefined), row)

const picked = (row: unknown, columns: string): Row =>
  Object.fromEntries(
    columns.split(' ').flatMap((written) => {
      const { path, name } = columnOf(written)
      const value = cut(at(row, path))
      return value === undefined ? [] : [[name, value]]
    }),
  )

const withoutLongParts = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => typeof value !== 'object' || JSON.stringify(value).length <= LONGEST_PART)
      .map(([key, value]) => [key, cut(value)]),
  )

/** The rows of a list in short, and whether anything but nothing was left out of them. */
export const shortRows = (
  { reads: [name] = [] }: Command,
  rows: readonly unknown[],
): { readonly rows: readonly unknown[]; readonly isLess: boolean } => {
  const columns = name === undefined ? undefined : COLUMNS[name]
  const whole = rows.map(withoutNothing)
  const short = whole.map((row) =>
    columns !== undefined ? picked(row, columns) : isObject(row) ? withoutLongParts(row) : row,
  )
  return { rows: short, isLess: JSON.stringify(short).length < JSON.stringify(whole).length }
}
