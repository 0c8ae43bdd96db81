import { incidentKey, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { clipped, http, json } from './channel.ts'
import { headline } from './facts.ts'

const DATADOG_TYPES: Readonly<Record<string, string>> = {
  FAIL: 'error',
  NO_DATA: 'error',
  WARNING: 'warning',
  SLOW: 'warning',
  PASS: 'info',
  BURN: 'error',
  BUDGET: 'error',
  EXPIRY: 'warning',
  CHANGE: 'warning',
}

/** A Datadog event; `aggregation_key` groups the events of one monitor. */
export const datadogEvent = http((message, { api_key = '', site = 'datadoghq.com' }, { providers }) =>
  json(
    `${providers.datadog.replace('{site}', site)}/api/v1/events`,
    {
      title: clipped(headline(message), 100),
      text: clipped(`${sentenceOf(message)}\n${message.payload.result_url}`, 4000),
      alert_type: message.kind === 'recovery' ? 'success' : (DATADOG_TYPES[message.payload.result_class] ?? 'error'),
      aggregation_key: clipped(incidentKey(message), 100),
      date_happened: Math.floor(message.timeMs / 1000),
      priority: 'normal',
      tags: [
        `monitor_id:${message.payload.call_id}`,
        `location:${message.payload.location_id}`,
        `result:${message.payload.result.toLowerCase()}`,
        ...message.payload.call_meta.tags,
      ].map((tag) => clipped(tag, 200)),
    },
    { 'dd-api-key': api_key },
  ),
)
