import type { ColumnType, Generated } from 'kysely'
import type { AlertFacts } from '../../../domain/alerts/alert-reason.ts'
import type { AgentColumns, JoinTokenColumns, LocationColumns } from './agent-columns.ts'
import type { AuditChainColumns, AuditColumns } from './audit-columns.ts'
import type { Json, Key, Maybe, Stamps } from './column-types.ts'
import type { EnvironmentColumns, VariableColumns } from './environment-columns.ts'
import type { IncidentTables } from './incident-columns.ts'
import type { PeopleTables } from './people-tables.ts'
import type { RetentionColumns } from './retention-columns.ts'
import type { ScoreTables } from './score-columns.ts'
import type { Sealed } from './secret-cipher.ts'
import type { StatusTables } from './status-columns.ts'
import type { StepColumns } from './step-columns.ts'

type FurtherTables = PeopleTables & ScoreTables & StatusTables & IncidentTables

/** Kysely's types of the tables; the migrations explain them. */
export type Tables = FurtherTables & {
  installation: { name: string; value: Json<unknown> }
  project: ProjectColumns & Stamps
  project_retention: RetentionColumns
  location: LocationColumns
  agent: AgentColumns
  join_token: JoinTokenColumns
  object: {
    key: Key
    id: string
    project_key: number
    kind: string
    name: string
    doc: Json<unknown>
    owner: string
    /** The lines that a search finds, in small letters; generated. */
    search: ColumnType<string, never, never>
  } & Stamps
  environment: EnvironmentColumns
  variable: VariableColumns
  report_link: { report_key: number; hash: Buffer; token: Json<Sealed>; created: number }
  schedule_target: { schedule_key: number; target_key: number }
  downtime: { key: number; project_key: number; schedule_key: number | null; until: number }
  downtime_window: Record<'downtime_key' | 'begins' | 'ends' | 'project_key', number> & {
    schedule_key: number | null
    origin: 'project' | 'organization' | 'hours'
  }
  slot: {
    schedule_key: number
    target_key: number
    location_key: number
    project_key: number
    frequency: number
    anchor: number
    next_due: number
    missed: Generated<number>
    /** Runs that were not made because the previous one was still running. */
    overlapped: Generated<number>
    /** Time since which results are expected. */
    since: Generated<number>
  }
  job: RunColumns & {
    project_key: number
    trigger: number
    expires: number
    /** Start time of a retry; null: the due time. */
    not_before: ColumnType<number | null, number | null | undefined, never>
    context: ColumnType<Record<string, string> | null, string | null, never>
    lease_until: number | null
    agent_id: string | null
    /** The capability that an agent must have; null: none. */
    needs: Maybe<string>
    leases: Generated<number>
  }
  suspect_target: { target_key: number; since: number }
  result: ResultRow
  result_detail: RunColumns & { body: Buffer }
  rollup: { kind: number; project_key: number } & RollupColumns
  destination: { target_key: number; day: number; address: string }
  rollup_stale: { kind: Generated<number>; target_key: number; hour: number }
  last_day: {
    target_key: number
    from: number
    to: number
    project_key: number
    pass: number
    slow: number
    warning: number
    fail: number
    answered: number
    sum_ms: number
    last_category: number | null
  }
  silence: SilenceColumns
  absence: { location_key: number; project_key: number; since: number; told: number }
  alert_state: {
    webhook_key: number
    target_key: number
    /** 0 for the alert about results; else the location of the alert about no data. */
    location_key: Generated<number>
    version: number
    state: Json<unknown>
    last_update: number
    wake_at: number | null
  }
  seen_certificate: {
    target_key: number
    subject: string
    issued: string | null
    not_after: number | null
    seen: number
  }
  monitor_dependency: { target_key: number; on_key: number }
  acknowledgement: {
    key: Key
    project_key: number
    target_key: number
    time: number
    name: string
    note: string | null
    taken_back: number | null
  }
  alert_waiting: RunColumns & { until: number }
  alert_decision: DecisionColumns
  notification: NotificationColumns
  notification_mark: { reader: string; project_key: number; read_to: number }
  notification_read: { reader: string; project_key: number; key: number; read: boolean }
  delivery: {
    key: Key
    message_id: string
    project_key: number
    webhook_key: number
    target_key: number
    kind: string
    payload: Json<unknown>
    created: number
    next_try: number | null
    claimed_until: number | null
    tries: Generated<number>
    last_try: number | null
    http_code: number | null
    error: string | null
    state: Generated<number>
    recipient: string | null
    result_id: string | null
    in_a_row: number | null
    since: number | null
    told: Generated<boolean>
    /** The message that tells its receiver in its place. */
    merged_into: Maybe<string>
    /** The alert that still has to tell the end of the same outage. */
    waits_for: Maybe<number>
    told_as: Maybe<string>
    why: Maybe<string>
    burst: Maybe<string>
    location_key: Generated<number>
  }
  audit: AuditColumns
  audit_chain: AuditChainColumns
  oidc_store: {
    model: string
    id: string
    payload: Json<Sealed>
    account_id: string | null
    grant_id: string | null
    uid: string | null
    user_code: string | null
    consumed: number | null
    expires: number
  }
  sign_in: SignInColumns
  throttle: { key: Buffer; tries: number; last: number; until: number }
  mail: {
    key: Key
    id: string
    kind: string
    recipient: string
    letter: ColumnType<Sealed | null, string | null, string | null>
    created: number
    next_try: number | null
    claimed_until: number | null
    tries: Generated<number>
    last_try: number | null
    error: string | null
    state: Generated<number>
    subject: Maybe<string>
    headers: ColumnType<Record<string, string> | null, string | null | undefined, string | null>
    /** The message id of the delivery that this mail belongs to. */
    delivery_message_id: Maybe<string>
  }
  subscription: {
    key: Key
    account_id: string
    project_key: number | null
    kind: string
    created: number
    next_due: number
    time_zone: string
  }
  alert_recipient: { project_key: number; address: string; asked: number | null; confirmed: number | null }
  mail_unsubscribed: { webhook_id: string; address: string; time: number }
  mail_group_ended: { account_id: string; kind: string; time: number }
  token_notice: { token_key: number; expires: number }
  document_use: { project_key: number; bytes: number }
  quota_notice: { project_key: number; about: string; step: number }
  mail_undeliverable: { address: string; reason: string; since: number }
  event: { key: Key; tx: ColumnType<string, never, never>; project_key: number; time: number; body: string }
  idempotency: {
    scope: string
    key: string
    request_hash: Buffer
    status: number | null
    answer: ColumnType<unknown, string | null, string | null>
    created: number
  }
}

type ProjectColumns = {
  key: Key
  id: string
  org_id: string | null
  name: string
  doc: Json<Record<string, unknown>>
  /** Time of removal. */
  removed: Maybe<number>
  /** No owner has a confirmed email address, so the project makes no runs. */
  held: Generated<boolean>
  /** End of the day whose allowance of results is stored: until then, no run is made. */
  spent_until: Generated<number>
}

type SignInColumns = {
  grant_id: string
  account_id: string
  client: string
  /** The browser's session, if the sign-in belongs to one. */
  session: string | null
  ip: string | null
  user_agent: string | null
  started: number
  last_used: number
}

/** A monitor and location without data; times and durations in milliseconds. */
export type SilenceColumns = {
  target_key: number
  location_key: number
  project_key: number
  /** End of the last result, or the time since which results are expected. */
  since: number
  /** Time from which alerts count periods: never before the servers were back. */
  counted_from: number
  noticed: number
  frequency: number
  timeout: number
}

type NotificationColumns = {
  key: Key
  project_key: number
  time: number
  last: number
  times: Generated<number>
  kind: number
  target_key: Generated<number>
  webhook_key: Generated<number>
  location_key: Generated<number>
  result_id: string | null
  category: number | null
  title: string
  text: string
  open: Generated<boolean>
  /** What a limit is of; null for other kinds. */
  about: string | null
  mail: Generated<number>
}

export type DecisionColumns = RunColumns & {
  webhook_key: number
  late: boolean
  time: number
  outcome: number
  event: number
  state_before: number
  state_after: number
  guard: string | null
  category: number | null
  counted_before: number
  counted: number
  needed: number
  snoozed_until: number | null
  facts: AlertFacts | null
}

/** The key of a run. */
export type RunColumns = { target_key: number; location_key: number; source: number; attempt: number; due: number }

export type ResultRow = RunColumns &
  StepColumns & {
    project_key: number
    trigger: number
    category: number
    reason: number
    http_code: number | null
    exception: number
    started: number
    dns: number
    tcp: number
    handshake: number
    upload: number
    processing: number
    download: number
    redirect: number
    total: number
    request_size: number
    response_size: number
    dest_ip: string | null
    /** Bits of `IGNORED`: what a failed attempt is excluded from. */
    ignored: number
    /** The URL that was called, without secrets; null if it is the monitor's own. */
    url?: string | null
    /** Web vitals of a browser test in the order of `VITALS`. */
    vitals?: readonly (number | null)[] | null
  }

/** Aggregated results of one target, location and period. */
export type RollupColumns = {
  target_key: number
  location_key: number
  start: number
  pass: number
  slow: number
  warning: number
  fail: number
  skipped: number
  /** Failures that are not caused by the content: server errors and failed connections. */
  unavailable: number
  /** Results with a response, which `sum_ms` is the sum of. */
  answered: number
  sum_ms: number
  min_ms: number | null
  max_ms: number | null
  /** Total milliseconds of all results with a response. */
  sketch: Buffer
  /** Their phases; null if they are not summed up. */
  phases: Buffer | null
  /** Their response sizes; null if they are not summed up, or there are none. */
  sizes: Buffer | null
  /** Lags of all scheduled runs, also of those that are ignored in statistics; null if they are not summed up. */
  lags: Buffer | null
}
