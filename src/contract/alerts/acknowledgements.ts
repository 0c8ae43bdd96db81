import { endpoint, shape } from '../core/endpoint.ts'
import { data, id, time } from '../core/wire.ts'

/** One alert that is open for a monitor or workflow. */
const openAlert = shape({
  call_id: id,
  call_name: 'string',
  call_kind: "'monitor' | 'workflow'",
  webhook_id: id,
  webhook_name: 'string',
  /** The location without data; null when the alert is about results. */
  no_data_from: 'string | null',
  /** When the outage began. */
  since: 'string | null',
  /** Whether a message to its receiver was made. Its deliveries say whether it has arrived. */
  told: 'boolean',
  acknowledged: [{ by: 'string', time }, '|', 'null'],
})

/** The monitor of an acknowledgement, and its alerts. */
const acknowledged = shape({
  call_id: id,
  call_name: 'string',
  /** How many open alerts it concerned. */
  alerts: 'number',
})

/** A link to acknowledge by, as a person sees it who is not signed in. */
const linked = shape({
  call_name: 'string',
  project: 'string',
  state: "'open' | 'acknowledged' | 'over'",
  since: 'string | null',
  acknowledged_by: 'string | null',
})

/** Acknowledging: a person takes care of an incident, and its alerts send nothing more until it ends. */
export const acknowledgements = {
  'alert.open': endpoint('GET /api/3/alerts/open', {
    summary:
      'Lists the alerts that are open now, the newest outage first, at most 500; `told` means that a message was made, and the deliveries of the alert say whether it has arrived',
    access: 'see',
    query: shape({ 'monitor_id?': 'string <= 128' }),
    lists: 'data',
    answer: data(openAlert),
  }),
  'alert.acknowledge': endpoint('POST /api/3/alerts/acknowledge/{id}', {
    summary:
      'Acknowledges all open alerts of a monitor or workflow: no reminders, repeats or escalations until it recovers',
    access: 'respond',
    audit: 'alert.acknowledge',
    body: shape({ 'note?': 'string <= 1000' }),
    answer: acknowledged,
  }),
  'alert.unacknowledge': endpoint('DELETE /api/3/alerts/acknowledge/{id}', {
    summary: 'Takes the acknowledgement of a monitor’s alerts back',
    access: 'respond',
    audit: 'alert.unacknowledge',
    answer: acknowledged,
  }),
  'acknowledgement.read': endpoint('GET /api/2/acknowledgements/{token}', {
    summary: 'Returns the incident that an acknowledge link is for; reading it acknowledges nothing',
    access: 'public',
    answer: linked,
  }),
  'acknowledgement.confirm': endpoint('POST /api/2/acknowledgements/{token}', {
    summary: 'Acknowledges the incident of a link, in the name of the receiver that the link was sent to',
    access: 'public',
    audit: 'alert.acknowledge',
    answer: linked,
  }),
} as const
