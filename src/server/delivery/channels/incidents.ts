import { type AlertMessage, incidentKey, isAboutNoData, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { bySaid, quoted } from './answers.ts'
import { clipped, type HttpChannel, http, json } from './channel.ts'
import { detailsOf, headline, hostOf, isCritical, linkedOf } from './facts.ts'
import type { Providers } from './providers.ts'

const isOver = ({ kind }: AlertMessage): boolean => kind === 'recovery'

/** PagerDuty's Events API v2: `dedup_key` joins a monitor's events into one incident. */
export const pagerDuty = http((message, { integration_key = '', severity }, { providers }) =>
  json(`${providers.pagerDuty}/v2/enqueue`, {
    routing_key: integration_key,
    event_action: isOver(message) ? 'resolve' : 'trigger',
    dedup_key: clipped(incidentKey(message), 255),
    client: 'Sonde',
    client_url: message.payload.result_url,
    links: [{ href: message.payload.result_url, text: `The ${linkedOf(message)}` }],
    payload: {
      summary: clipped(sentenceOf(message), 1024),
      source: hostOf(message),
      severity: severity ?? (isCritical(message) ? 'critical' : 'warning'),
      timestamp: new Date(message.timeMs).toISOString(),
      component: message.payload.call_meta.name,
      class: message.payload.result,
      custom_details: detailsOf(message),
    },
  }),
)

/** PagerDuty's Events API v1: `incident_key` is what v2 calls `dedup_key`. */
export const pagerDutyV1 = http(
  (message, { integration_key = '' }, { providers }) =>
    json(`${providers.pagerDuty}/generic/2010-04-15/create_event.json`, {
      service_key: integration_key,
      event_type: isOver(message) ? 'resolve' : 'trigger',
      incident_key: clipped(incidentKey(message), 255),
      description: clipped(sentenceOf(message), 1024),
      details: detailsOf(message),
      // Only triggers have a client and links.
      ...(!isOver(message) && {
        client: 'Sonde',
        client_url: message.payload.result_url,
        contexts: [{ type: 'link', href: message.payload.result_url, text: `The ${linkedOf(message)}` }],
      }),
    }),
  {
    verdict: bySaid(({ status, message }, code) =>
      code < 300 && status !== undefined && status !== 'success' ? { refused: quoted(message ?? status) } : null,
    ),
  },
)

/** Opsgenie: the alias joins a monitor's events into one alert, and also closes it. */
const opsgenieAt = (where: (providers: Providers) => string): HttpChannel =>
  http((message, { api_key = '', priority }, { providers }) => {
    const alerts = `${where(providers)}/v2/alerts`
    const alias = clipped(incidentKey(message), 512)
    const headers = { authorization: `GenieKey ${api_key}` }
    if (isOver(message))
      return json(
        `${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias`,
        { source: 'Sonde', note: clipped(sentenceOf(message), 25_000) },
        headers,
      )
    return json(
      alerts,
      {
        message: clipped(headline(message), 130),
        alias,
        description: clipped(sentenceOf(message), 15_000),
        tags: message.payload.call_meta.tags.slice(0, 20).map((tag) => clipped(tag, 50)),
        details: detailsOf(message),
        entity: clipped(message.payload.call_meta.name, 512),
        source: 'Sonde',
        ...(priority !== undefined && { priority }),
      },
      headers,
    )
  })

export const opsgenie = opsgenieAt(({ opsgenie }) => opsgenie)
export const opsgenieEu = opsgenieAt(({ opsgenieEu }) => opsgenieEu)

/** Splunk On-Call's REST endpoint; its URL contains the key and the route. */
export const victorOps = http((message, { api_key = '', routing_key }, { providers }) => {
  const parts = [api_key, ...(routing_key === undefined ? [] : [routing_key])].map(encodeURIComponent)
  return json(`${providers.victorOps}/integrations/generic/20131114/alert/${parts.join('/')}`, {
    ...detailsOf(message),
    message_type: isOver(message) ? 'RECOVERY' : 'CRITICAL',
    entity_id: incidentKey(message),
    entity_display_name: headline(message),
    state_message: sentenceOf(message),
    state_start_time: Math.floor((message.sinceMs ?? message.timeMs) / 1000),
    monitoring_tool: 'Sonde',
  })
})

/** Suffix that makes "no data" from a location a separate check. */
const checkOf = (message: AlertMessage): string =>
  isAboutNoData(message) ? ` (data from ${message.payload.location_id})` : ''

/** BigPanda's alerts, which it groups by host and check. */
export const bigPanda = http((message, { app_key = '', user_key = '' }, { providers }) =>
  json(
    `${providers.bigPanda}/data/v2/alerts`,
    {
      ...detailsOf(message),
      app_key,
      status: isOver(message) ? 'ok' : isCritical(message) ? 'critical' : 'warning',
      host: hostOf(message),
      check: clipped(`${message.payload.call_meta.name}${checkOf(message)}${message.isTest ? ' (test)' : ''}`, 500),
      incident_identifier: incidentKey(message),
      description: sentenceOf(message),
      timestamp: Math.floor(message.timeMs / 1000),
    },
    { authorization: `Bearer ${user_key}` },
  ),
)

/** Sets a component's status. A test only reads the component, because nothing on the public page may change. */
export const statuspage = http(
  (message, { api_key = '', page_id = '', component_id = '' }, { providers }) => ({
    ...json(
      `${providers.statuspage}/v1/pages/${encodeURIComponent(page_id)}/components/${encodeURIComponent(component_id)}`,
      {
        component: {
          status: isOver(message) ? 'operational' : isCritical(message) ? 'major_outage' : 'degraded_performance',
        },
      },
      { authorization: `OAuth ${api_key}` },
    ),
    method: 'PATCH',
  }),
  {
    trial: ({ api_key = '', page_id = '', component_id = '' }, { providers }) => ({
      method: 'GET',
      url: `${providers.statuspage}/v1/pages/${encodeURIComponent(page_id)}/components/${encodeURIComponent(component_id)}`,
      headers: { authorization: `OAuth ${api_key}` },
      body: '',
    }),
  },
)
