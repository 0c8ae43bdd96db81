import { decidedOutcome } from '../alerts/alert-decisions.ts'
import { deliveryStatus } from '../core/delivery-status.ts'
import { shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { id, time } from '../core/wire.ts'
import { category } from '../results/results.ts'
import { INCIDENT_STATES } from './incident-words.ts'

const target = {
  monitor_id: 'string | null',
  monitor_name: 'string',
  monitor_kind: "'monitor' | 'workflow' | null",
} as const

/** An update of a person, or of a rule. */
const update = shape({
  type: "'update'",
  id,
  time,
  state: oneOf(INCIDENT_STATES),
  text: 'string',
  /** Null: a rule wrote it. The name is null if the account or API key no longer exists. */
  author: [{ id: 'string', name: 'string | null' }, '|', 'null'],
  public: 'boolean',
})

/** The first or last failing result of a monitor during the incident. */
const result = shape({
  type: "'result'",
  id,
  time,
  ...target,
  result_id: id,
  result_category: category,
  which: "'first' | 'last' | 'only'",
})

/** An alert fired for a monitor, or recovered. */
const decision = shape({
  type: "'decision'",
  id,
  time,
  ...target,
  webhook_id: 'string',
  webhook_name: 'string',
  outcome: decidedOutcome,
  /** States of the alert before and after. */
  from: 'string',
  to: 'string',
  /** Null when the decision is about missing data. */
  result_id: 'string | null',
})

/** A message of an alert, and its outcome. */
const delivery = shape({
  type: "'delivery'",
  id,
  time,
  ...target,
  webhook_id: 'string | null',
  webhook_name: 'string | null',
  kind: "'alert' | 'recovery'",
  status: deliveryStatus,
  tries: 'number',
  last_try: 'string | null',
  http_code: 'number | null',
  error: 'string | null',
})

/** Somebody acknowledged the alerts of a monitor. */
const acknowledgement = shape({
  type: "'acknowledgement'",
  id,
  time,
  ...target,
  by: 'string',
  note: 'string | null',
  /** When it was taken back; null if it stands. */
  taken_back: 'string | null',
})

/** One event of an incident's timeline. */
export const timelineEntry = shape([[[[update, '|', result], '|', decision], '|', delivery], '|', acknowledgement])
