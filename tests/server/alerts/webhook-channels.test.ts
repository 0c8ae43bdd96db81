import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertMessage } from '../../../src/domain/alerts/alert-message.ts'
import { WEBHOOK_TYPE_IDS, WEBHOOK_TYPES, type WebhookTypeId } from '../../../src/domain/alerts/webhook-types.ts'
import { CHANNELS } from '../../../src/server/delivery/channels/channels.ts'
import { deliver } from '../../../src/server/delivery/deliver.ts'
import { sendTest } from '../../../src/server/delivery/test-message.ts'
import { type Arrived, deliveringTo, docOf, messageOf, NOW, openKeeper } from '../../support/delivering.ts'
import { canaryOf, rightParameters } from '../../support/webhook-parameters.ts'

let keeper: Awaited<ReturnType<typeof openKeeper>>
beforeAll(async () => {
  keeper = await openKeeper()
})
afterAll(() => keeper.close())

const httpTypes = WEBHOOK_TYPE_IDS.filter((id) => CHANNELS[id].via === 'http')

const sent = async (id: WebhookTypeId, message: AlertMessage, parameters = {}): Promise<Arrived> => {
  const doc = docOf(id, { ...rightParameters(id, { url: keeper.url }), ...parameters })
  const outcome = await deliver(deliveringTo(keeper.url), { message, doc, projectKey: 1, recipient: null })
  expect(outcome).toMatchObject({ ok: true, httpCode: 200, error: null })
  const [arrived] = keeper.arrived.splice(0)
  if (!arrived) throw new Error('Nothing arrived.')
  return arrived
}

const RESULT = 'https://sonde.example/tests/result/example'
const TOLD = 'Pay <b>& failed with a server error (HTTP 503 after 1234 ms, from local), 3 times in a row.'
const OVER = 'Pay <b>& is back to normal (HTTP 200 after 1234 ms, from local).'
const details = {
  result: 'Fail (HTTP_SERVER_ERROR)',
  status: '503 Service Unavailable',
  condition: 'status code equals 200: found 503',
  latency: '1234 ms',
  location: 'local',
  since: '2026-01-05 09:48:00 UTC, for 12 min, 3 times in a row',
  time: '2026-01-05 10:00:00 UTC',
  address: 'https://api.example/pay',
  tags: 'eu, shop',
  monitor_id: 'm1',
  result_id: 'example',
  result_url: RESULT,
}
const seconds = NOW / 1000

test('webhook: the documented payload, signed, with a basic credential', async () => {
  const { secret = '' } = rightParameters('webhook')
  const { method, path, headers, text, body } = await sent('webhook', messageOf('alert'))
  expect([method, path, headers['content-type'], headers['user-agent']]).toEqual([
    'POST',
    '/in',
    'application/json',
    'Sonde/1.2.3',
  ])
  expect(headers['webhook-id']).toBe('msg_1')
  expect(headers['webhook-timestamp']).toBe(String(seconds))
  expect(headers['webhook-signature']).toBe(new Webhook(secret).sign('msg_1', new Date(NOW), text))
  const credential = `webhook-username:${canaryOf('webhook', 'password')}`
  expect(headers.authorization).toBe(`Basic ${Buffer.from(credential).toString('base64')}`)
  expect(body).toEqual({
    call_id: 'm1',
    call_meta: { name: 'Pay <b>&', description: null, tags: ['eu', 'shop'] },
    call_url: 'https://api.example/pay',
    context: { _test: 'true', _notification: TOLD },
    http_code: 503,
    http_reason: 'Service Unavailable',
    location_id: 'local',
    response_size: 512,
    response_time: 1234,
    result: 'HTTP_SERVER_ERROR',
    result_class: 'FAIL',
    result_id: 'example',
    result_url: RESULT,
  })
})

test('slack: an incoming webhook’s message, with monitor names escaped', async () => {
  const { path, body } = await sent('slack', messageOf('alert'))
  expect(path).toBe(`/${canaryOf('slack', 'url')}`)
  expect(body).toMatchObject({
    channel: 'slack-channel',
    text: '[FAIL] Pay &lt;b&gt;&amp;',
    attachments: [
      {
        color: '#c0362c',
        text: TOLD.replace('<b>&', '&lt;b&gt;&amp;'),
        fields: expect.arrayContaining([{ title: 'Status', value: '503 Service Unavailable', short: true }]),
        actions: [{ type: 'button', text: 'Open the result', url: RESULT }],
        ts: seconds,
      },
    ],
  })
  expect((await sent('slack', messageOf('recovery'))).body).toMatchObject({ text: '[RECOVERED] Pay &lt;b&gt;&amp;' })
})

test('msteams: an adaptive card in a message', async () => {
  expect((await sent('msteams', messageOf('alert'))).body).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', color: 'Attention', text: '\\[FAIL\\] Pay \\<b\\>&' },
            { type: 'TextBlock', wrap: true },
            { type: 'FactSet', facts: expect.arrayContaining([{ title: 'Latency', value: '1234 ms' }]) },
          ],
          actions: [{ type: 'Action.OpenUrl', url: RESULT }],
        },
      },
    ],
  })
})

test('discord: an embed that mentions nobody', async () => {
  expect((await sent('discord', messageOf('recovery'))).body).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ title: '[RECOVERED] Pay <b>&', url: RESULT, color: 0x1a7f4b, timestamp: new Date(NOW).toISOString() }],
  })
})

test('pager_duty_v2: events of one incident are joined by their key', async () => {
  const { path, body } = await sent('pager_duty_v2', messageOf('alert'), { severity: 'error' })
  expect(path).toBe('/pagerduty/v2/enqueue')
  expect(body).toEqual({
    routing_key: canaryOf('pager_duty_v2', 'integration_key'),
    event_action: 'trigger',
    dedup_key: 'sonde-w1-m1',
    client: 'Sonde',
    client_url: RESULT,
    links: [{ href: RESULT, text: 'The result' }],
    payload: {
      summary: TOLD,
      source: 'api.example',
      severity: 'error',
      timestamp: new Date(NOW).toISOString(),
      component: 'Pay <b>&',
      class: 'HTTP_SERVER_ERROR',
      custom_details: details,
    },
  })
  expect((await sent('pager_duty_v2', messageOf('recovery'))).body).toMatchObject({
    event_action: 'resolve',
    dedup_key: 'sonde-w1-m1',
  })
})

test.each([
  ['opsgenie', '/opsgenie'],
  ['opsgenieeu', '/opsgenie-eu'],
] as const)('%s: an alert that is closed by its alias', async (id, at) => {
  const opened = await sent(id, messageOf('alert'))
  expect([opened.path, opened.headers.authorization]).toEqual([
    `${at}/v2/alerts`,
    `GenieKey ${canaryOf(id, 'api_key')}`,
  ])
  expect(opened.body).toEqual({
    message: '[FAIL] Pay <b>&',
    alias: 'sonde-w1-m1',
    description: TOLD,
    tags: ['eu', 'shop'],
    details,
    entity: 'Pay <b>&',
    source: 'Sonde',
    priority: 'P1',
  })
  const closed = await sent(id, messageOf('recovery'))
  expect(closed.path).toBe(`${at}/v2/alerts/sonde-w1-m1/close?identifierType=alias`)
  expect(closed.body).toEqual({ source: 'Sonde', note: OVER })
})

test('victorops: critical, then recovery, of one entity', async () => {
  const { path, body } = await sent('victorops', messageOf('alert'), { routing_key: 'team a/b' })
  const key = canaryOf('victorops', 'api_key')
  expect(path).toBe(`/victorops/integrations/generic/20131114/alert/${key}/team%20a%2Fb`)
  expect(body).toMatchObject({
    message_type: 'CRITICAL',
    entity_id: 'sonde-w1-m1',
    entity_display_name: '[FAIL] Pay <b>&',
    state_message: TOLD,
    state_start_time: seconds - 720,
    monitoring_tool: 'Sonde',
  })
  expect((await sent('victorops', messageOf('recovery'))).body).toMatchObject({
    message_type: 'RECOVERY',
    entity_id: 'sonde-w1-m1',
  })
})

test('big_panda: critical, then ok, of one check', async () => {
  const { path, headers, body } = await sent('big_panda', messageOf('alert'))
  expect([path, headers.authorization]).toEqual([
    '/bigpanda/data/v2/alerts',
    `Bearer ${canaryOf('big_panda', 'user_key')}`,
  ])
  expect(body).toMatchObject({
    app_key: canaryOf('big_panda', 'app_key'),
    status: 'critical',
    host: 'api.example',
    check: 'Pay <b>&',
    incident_identifier: 'sonde-w1-m1',
    timestamp: seconds,
  })
  expect((await sent('big_panda', messageOf('recovery'))).body).toMatchObject({ status: 'ok', check: 'Pay <b>&' })
})

test('statuspage: a component goes down and up again', async () => {
  const { method, path, headers, body } = await sent('statuspage', messageOf('alert'))
  expect([method, path]).toEqual([
    'PATCH',
    '/statuspage/v1/pages/statuspage-page_id/components/statuspage-component_id',
  ])
  expect(headers.authorization).toBe(`OAuth ${canaryOf('statuspage', 'api_key')}`)
  expect(body).toEqual({ component: { status: 'major_outage' } })
  expect((await sent('statuspage', messageOf('recovery'))).body).toEqual({ component: { status: 'operational' } })
})

test('datadogevent: an event at the account’s site, grouped by monitor', async () => {
  const { path, headers, body } = await sent('datadogevent', messageOf('alert'), { site: 'datadoghq.eu' })
  expect([path, headers['dd-api-key']]).toEqual(['/datadoghq.eu/api/v1/events', canaryOf('datadogevent', 'api_key')])
  expect(body).toEqual({
    title: '[FAIL] Pay <b>&',
    text: `${TOLD}\n${RESULT}`,
    alert_type: 'error',
    aggregation_key: 'sonde-w1-m1',
    date_happened: seconds,
    priority: 'normal',
    tags: ['monitor_id:m1', 'location:local', 'result:http_server_error', 'eu', 'shop'],
  })
  expect((await sent('datadogevent', messageOf('recovery'))).body).toMatchObject({ alert_type: 'success' })
})

test('otel: a log record at the standard path, or at the one that was given', async () => {
  const { path, headers, body } = await sent('otel', messageOf('alert'), { url: keeper.url })
  expect([path, headers['x-token']]).toEqual(['/v1/logs', canaryOf('otel', 'headers')])
  expect(body).toMatchObject({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'sonde' } }] },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: `${NOW}000000`,
                severityNumber: 17,
                severityText: 'ERROR',
                body: { stringValue: TOLD },
                attributes: expect.arrayContaining([
                  { key: 'sonde.monitor_id', value: { stringValue: 'm1' } },
                  { key: 'sonde.response_time_ms', value: { intValue: 1234 } },
                ]),
              },
            ],
          },
        ],
      },
    ],
  })
  expect((await sent('otel', messageOf('recovery'), { url: `${keeper.url}/own/path` })).path).toBe('/own/path')
})

test.each(httpTypes)('%s: long texts are cut so that no receiver refuses them', async (id) => {
  const message = messageOf('alert')
  const long = {
    ...message.payload,
    call_meta: { name: '😀'.repeat(3000), description: null, tags: ['x'.repeat(3000)] },
  }
  const { text } = await sent(id, { ...message, payload: long })
  if (id === 'discord') expect(text.length).toBeLessThan(8000)
  expect(() => new TextEncoder().encode(text)).not.toThrow()
  expect(text).not.toMatch(/\\ud83d(?!\\ude00)/i)
})

test.each(httpTypes)('%s: a test is marked, and leaves no open incident and no change', async (id) => {
  const doc = docOf(id, rightParameters(id, { url: keeper.url }))
  const asked = { doc, webhook: { id: 'w1', name: 'On-call' }, projectKey: 1, monitor: null }
  const outcome = await sendTest(deliveringTo(keeper.url), {
    ...asked,
    resultUrl: (one) => `https://sonde.example/${one}`,
  })
  expect(outcome).toMatchObject({ ok: true, httpCode: 200, error: null, detail: expect.stringMatching(/\.$/) })
  const arrived = keeper.arrived.splice(0)
  if (id === 'statuspage') expect(arrived.map(({ method }) => method)).toEqual(['GET'])
  else {
    expect(arrived).toHaveLength(WEBHOOK_TYPES[id].isStateful ? 2 : 1)
    for (const { text, path } of arrived) expect(`${path} ${decodeURIComponent(text)}`).toMatch(/test/i)
  }
})
