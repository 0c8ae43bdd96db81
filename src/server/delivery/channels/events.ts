import { type AlertMessage, incidentKey, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { headerLines } from '../../../domain/alerts/webhook-rules.ts'
import { clipped, http, json } from './channel.ts'
import { detailsOf, headline, isCritical } from './facts.ts'

const DATADOG_TYPES: Readonly<Record<string, string>> = {
  FAIL: 'error',
  NO_DATA: 'error',
  WARNING: 'warning',
  SLOW: 'warning',
  PASS: 'info',
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

/** Returns the logs URL: as given, or with the standard path if it has none. */
const logsAddress = (url: string): string => {
  try {
    const address = new URL(url)
    return address.pathname === '/' && address.search === '' ? new URL('/v1/logs', address).href : url
  } catch {
    return url
  }
}

// Severity numbers of OpenTelemetry's log data model.
const SEVERITIES = { info: 9, warning: 13, error: 17 } as const

const severityOf = (message: AlertMessage): keyof typeof SEVERITIES => {
  if (message.kind === 'recovery' || message.payload.result_class === 'PASS') return 'info'
  return isCritical(message) ? 'error' : 'warning'
}

const nanoseconds = (ms: number): string => `${Math.floor(ms)}000000`
const attributes = (named: Readonly<Record<string, string | number>>) =>
  Object.entries(named).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }))

/** One log record over OTLP/HTTP with JSON. */
export const otel = http((message, { url = '', headers = '' }, { nowMs }) => {
  const severity = severityOf(message)
  return json(
    logsAddress(url),
    {
      resourceLogs: [
        {
          resource: { attributes: attributes({ 'service.name': 'sonde' }) },
          scopeLogs: [
            {
              scope: { name: 'sonde.alerts' },
              logRecords: [
                {
                  timeUnixNano: nanoseconds(message.timeMs),
                  observedTimeUnixNano: nanoseconds(nowMs),
                  severityNumber: SEVERITIES[severity],
                  severityText: severity.toUpperCase(),
                  body: { stringValue: sentenceOf(message) },
                  attributes: attributes({
                    'sonde.kind': message.kind,
                    'sonde.monitor.name': message.payload.call_meta.name,
                    'sonde.result.class': message.payload.result_class,
                    'sonde.response_time_ms': message.payload.response_time,
                    ...Object.fromEntries(
                      Object.entries(detailsOf(message)).map(([name, text]) => [`sonde.${name}`, text]),
                    ),
                  }),
                },
              ],
            },
          ],
        },
      ],
    },
    Object.fromEntries((headerLines(headers) ?? []).map(({ key, value }) => [key.toLowerCase(), value])),
  )
})
