import { type AlertMessage, incidentKey, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { byErrors, bySaid, quoted } from './answers.ts'
import { below, clipped, http, isBare, json } from './channel.ts'
import { detailsOf, headline, hostOf } from './facts.ts'

const isOver = ({ kind }: AlertMessage): boolean => kind === 'recovery'

/** Points older than this are dropped by Datadog without a word, so a late one is stamped with the time of sending. */
const OLDEST_POINT_MS = 55 * 60_000
const [COUNT, GAUGE] = [1, 3]

/** Tags of a metric: low in number, because each combination is a series of its own. */
export const metricTags = ({ payload, webhook }: AlertMessage): Record<string, string> => ({
  monitor_id: payload.call_id,
  monitor: payload.call_meta.name,
  location: payload.location_id,
  alert_id: webhook.id,
})

/** Datadog's metrics: whether the alert fires (1 or 0), how often it was sent, and the latency. */
export const datadogMetric = http(
  (message, { api_key = '', site = 'datadoghq.com' }, { providers, nowMs }) => {
    const { payload, timeMs } = message
    const atMs = nowMs - timeMs > OLDEST_POINT_MS ? nowMs : Math.min(timeMs, nowMs)
    const series = {
      resources: [{ type: 'host', name: clipped(hostOf(message), 200) }],
      tags: [
        ...Object.entries(metricTags(message)).map(([name, value]) => `${name}:${value}`),
        ...(message.isTest ? ['test:true'] : []),
        ...payload.call_meta.tags,
      ].map((tag) => clipped(tag.replaceAll(',', '_'), 200)),
      source_type_name: 'sonde',
    }
    const point = (value: number) => [{ timestamp: Math.floor(atMs / 1000), value }]
    return json(
      `${providers.datadog.replace('{site}', site)}/api/v2/series`,
      {
        series: [
          { ...series, metric: 'sonde.alert.firing', type: GAUGE, points: point(isOver(message) ? 0 : 1) },
          ...(isOver(message)
            ? []
            : [{ ...series, metric: 'sonde.alert.count', type: COUNT, interval: 10, points: point(1) }]),
          {
            ...series,
            metric: 'sonde.response_time',
            type: GAUGE,
            unit: 'millisecond',
            points: point(payload.response_time),
          },
        ],
      },
      { 'dd-api-key': api_key },
    )
  },
  { verdict: byErrors('errors') },
)

/** The event as flat names and values. */
const flat = (message: AlertMessage): Record<string, string | number> => ({
  kind: message.kind,
  title: clipped(headline(message), 500),
  text: clipped(sentenceOf(message), 4000),
  monitor: clipped(message.payload.call_meta.name, 1000),
  result_class: message.payload.result_class,
  response_time: message.payload.response_time,
  in_a_row: message.inARow,
  incident: incidentKey(message),
  alert_id: message.webhook.id,
  alert: message.webhook.name,
  message_id: message.id,
  ...(message.isTest && { test: 'true' }),
  ...detailsOf(message),
})

/** New Relic drops events older than this. */
const OLDEST_EVENT_MS = 23 * 3_600_000

/** New Relic's Event API. Its `timestamp` is in milliseconds, and a name such as `location` would be a word of its query language. */
export const newRelic = http(
  (message, { api_key = '', app_key = '', site = 'US' }, { providers, nowMs }) => {
    const host = site === 'EU' ? providers.newRelicEu : providers.newRelic
    const isLate = nowMs - message.timeMs > OLDEST_EVENT_MS
    return json(
      `${host}/v1/accounts/${encodeURIComponent(app_key)}/events`,
      [
        {
          eventType: 'SondeAlert',
          timestamp: isLate ? nowMs : message.timeMs,
          ...Object.fromEntries(Object.entries(flat(message)).map(([name, value]) => [`sonde.${name}`, value])),
        },
      ],
      { 'api-key': api_key },
    )
  },
  {
    verdict: bySaid(({ success, error }, code) =>
      code < 300 && (success === false || typeof error === 'string')
        ? { refused: quoted(error ?? 'success is false') }
        : null,
    ),
  },
)

const eventOf = (message: AlertMessage) => ({
  _time: new Date(message.timeMs).toISOString(),
  ...flat(message),
  tags: message.payload.call_meta.tags.map((tag) => clipped(tag, 200)),
})

/** Axiom's ingest; its answer counts the events that it could not take. */
export const axiom = http(
  (message, { url = '', token = '', dataset = '' }) =>
    json(below(url, `/v1/datasets/${encodeURIComponent(dataset)}/ingest`), [eventOf(message)], {
      authorization: `Bearer ${token}`,
    }),
  {
    verdict: bySaid(({ failed, failures }) =>
      typeof failed === 'number' && failed > 0
        ? { refused: quoted(Object(Object(failures)[0]).error ?? `${failed} failed`) }
        : null,
    ),
  },
)

/** Hydrolix's HTTP ingest. */
export const hydrolix = http(
  (message, { url = '', token = '', dataset = '', transform }) =>
    json(isBare(url) ? below(url, '/ingest/event') : url, [{ ...eventOf(message), timestamp: message.timeMs }], {
      authorization: `Bearer ${token}`,
      'x-hdx-table': dataset,
      ...(transform !== undefined && { 'x-hdx-transform': transform }),
    }),
  {
    verdict: bySaid(({ code, message }, httpCode) =>
      typeof code === 'number' && code >= 400 && httpCode < 300 ? { refused: quoted(message) } : null,
    ),
  },
)
