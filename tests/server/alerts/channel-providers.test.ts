import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlertMessage } from '../../../src/domain/alerts/alert-message.ts'
import { exampleMessage } from '../../../src/domain/alerts/example-message.ts'
import type { WebhookTypeId } from '../../../src/domain/alerts/webhook-types.ts'
import { deliver, type Outcome } from '../../../src/server/delivery/deliver.ts'
import {
  type Arrived,
  deliveringTo,
  docOf,
  type KeeperAnswer,
  messageOf,
  NOW,
  openKeeper,
} from '../../support/delivering.ts'
import { PROVIDER_RULES, providerProblem } from '../../support/provider-rules.ts'
import { canaryOf, rightParameters } from '../../support/webhook-parameters.ts'

let keeper: Awaited<ReturnType<typeof openKeeper>>
beforeAll(async () => {
  keeper = await openKeeper()
})
afterAll(() => keeper.close())

type Sent = { outcome: Outcome; arrived: Arrived[] }
type Change = {
  message?: AlertMessage
  parameters?: Record<string, string>
  answers?: KeeperAnswer[]
  recipient?: string
}

/** Servers of one's own stand at the root. */
const ROOTED: readonly WebhookTypeId[] = ['matrix', 'ntfy', 'gotify', 'axiom', 'hydrolix', 'otel']

const send = async (id: WebhookTypeId, change: Change = {}): Promise<Sent> => {
  const { message = messageOf('alert'), parameters = {}, answers = [], recipient = null } = change
  const right = rightParameters(id, { url: keeper.url })
  const doc = docOf(id, { ...right, ...(ROOTED.includes(id) && { url: keeper.url }), ...parameters })
  keeper.answers.push(...answers)
  const outcome = await deliver(deliveringTo(keeper.url), { message, doc, projectKey: 1, recipient })
  keeper.answers.length = 0
  return { outcome, arrived: keeper.arrived.splice(0) }
}

const named = (name: string, tags = ['eu']): AlertMessage => {
  const message = messageOf('alert')
  const { payload } = message
  return { ...message, payload: { ...payload, call_meta: { name, description: null, tags } } }
}

const HOSTILE = '<b>*_[x](y) <users/all> <!channel> @channel @all @room &amp; "q" `c` \\ </p><script>'
const noData = exampleMessage({
  webhook: { id: 'w1', name: 'On-call' },
  monitor: null,
  kind: 'alert',
  category: 'NO_DATA',
  resultUrl: (id) => `https://sonde.example/tests/result/${id}`,
  now: NOW,
  id: 'msg_1',
})

const MESSAGES: readonly [what: string, message: AlertMessage][] = [
  ['a failure', messageOf('alert')],
  ['the end of an incident', messageOf('recovery')],
  ['missing data', { ...noData, isTest: false }],
  ['a monitor with a hostile name', named(HOSTILE, [HOSTILE])],
  [
    'the longest texts',
    named(
      '😀<&'.repeat(3000),
      Array.from({ length: 200 }, () => '😀&'.repeat(2000)),
    ),
  ],
  ['a long text of two-byte letters', named('ä'.repeat(9001))],
]

// The table's own keys.
const TYPES = Object.keys(PROVIDER_RULES) as (keyof typeof PROVIDER_RULES)[]

describe.each(TYPES)('%s', (id) => {
  test.each(MESSAGES)('accepts the request for %s', async (_, message) => {
    const { outcome, arrived } = await send(id, { message })
    expect(outcome).toMatchObject({ ok: true, error: null })
    expect(arrived.map((one) => providerProblem(PROVIDER_RULES[id], one))).toEqual(arrived.map(() => null))
    expect(arrived).toHaveLength(1)
  })

  test('is asked to wait by 429, and the wait is kept', async () => {
    const answers = [{ status: 429, headers: { 'retry-after': '120' }, body: '{}' }]
    const { outcome } = await send(id, { answers })
    expect(outcome).toMatchObject({ ok: false, httpCode: 429, retryAfterMs: 120_000 })
    expect(outcome.isPermanent ?? false).toBe(false)
  })

  test('quotes no secret in what it says about a refusal', async () => {
    const secrets = Object.values(rightParameters(id, { url: keeper.url })).filter((value) => value.includes('CANARY'))
    const answers = [{ status: 400, body: `{"error":"${secrets.join(' ')}"}` }]
    const { outcome } = await send(id, { answers })
    expect(outcome.error).not.toContain('CANARY')
  })
})

test.each<[WebhookTypeId, string, string, object]>([
  [
    'telegram',
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    'Bad Request: chat not found',
    {},
  ],
  [
    'telegram',
    '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":35}}',
    'Too Many Requests',
    { retryAfterMs: 35_000 },
  ],
  ['matrix', '{"errcode":"M_FORBIDDEN","error":"Not in the room"}', 'M_FORBIDDEN Not in the room', {}],
  ['slack', 'invalid_payload', 'invalid_payload', {}],
  ['pushover', '{"status":0,"errors":["user identifier is invalid"]}', 'user identifier is invalid', {}],
  ['axiom', '{"ingested":0,"failed":1,"failures":[{"error":"bad time"}]}', 'bad time', {}],
  ['pager_duty', '{"status":"invalid event","message":"Service key is wrong"}', 'Service key is wrong', {}],
  ['datadog', '{"errors":["Payload is not in the expected format"]}', 'Payload is not in the expected format', {}],
  ['newrelic', '{"success":false,"error":"quota"}', 'quota', {}],
  ['twilio', '{"status":"failed","error_message":"blocked"}', 'blocked', {}],
  ['googlechat', '{"error":{"code":400,"message":"bad card"}}', 'bad card', {}],
  ['otel', '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}', 'too old', { isPermanent: true }],
])('%s: %s is a failure although the status is 200', async (id, body, words, more) => {
  const { outcome } = await send(id, { answers: [{ status: 200, body }] })
  expect(outcome).toMatchObject({ ok: false, httpCode: 200, ...more })
  expect(outcome.error).toMatch(/^The receiver answered 200, but refused it\. It said: /)
  expect(outcome.error).toContain(words)
})

test('matrix: a wait in the body is kept where no header names one', async () => {
  const body = '{"errcode":"M_LIMIT_EXCEEDED","error":"Too many","retry_after_ms":7000}'
  expect((await send('matrix', { answers: [{ status: 429, body }] })).outcome).toMatchObject({ retryAfterMs: 7000 })
})

test.each(['slack', 'gotify', 'telegram'] as const)(
  '%s: what is quoted is not cut within a character, which the store refuses',
  async (id) => {
    const words = `${'x'.repeat(199)}😀 \\u0000`
    for (const status of [200, 400]) {
      const body = id === 'telegram' ? `{"ok":false,"description":"${words}"}` : words
      const { outcome } = await send(id, { answers: [{ status, body }] })
      expect(outcome.error ?? '').not.toMatch(/\p{Cs}|\p{Cc}/u)
    }
  },
)

test.each([
  ['0.6457', 646],
  ['1e308', 3_600_000],
])('telegram: a wait of %s s is stored in whole milliseconds, and ends', async (wait, retryAfterMs) => {
  const body = `{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":${wait}}}`
  expect((await send('telegram', { answers: [{ status: 429, body }] })).outcome).toMatchObject({ retryAfterMs })
})

test('a wait may be a date', async () => {
  const headers = { date: 'Mon, 05 Jan 2026 10:00:00 GMT', 'retry-after': 'Mon, 05 Jan 2026 10:02:00 GMT' }
  const { outcome } = await send('gotify', { answers: [{ status: 503, headers, body: '{}' }] })
  expect(outcome).toMatchObject({ retryAfterMs: 120_000 })
})

test('pager_duty: trigger and resolve share the key of the incident', async () => {
  const [opened] = (await send('pager_duty')).arrived
  const [closed] = (await send('pager_duty', { message: messageOf('recovery') })).arrived
  expect(opened?.body).toMatchObject({
    service_key: canaryOf('pager_duty', 'integration_key'),
    event_type: 'trigger',
    incident_key: 'sonde-w1-m1',
  })
  expect(closed?.body).toMatchObject({ event_type: 'resolve', incident_key: 'sonde-w1-m1' })
  // Only a trigger takes them.
  expect(closed?.body).not.toHaveProperty('contexts')
})

test('datadog: the gauge is 1, then 0, and a late point is stamped so that it is kept', async () => {
  const seriesOf = async (message: AlertMessage) =>
    Object((await send('datadog', { message })).arrived[0]?.body).series as { metric: string; points: object[] }[]
  const [firing, count] = await seriesOf(messageOf('alert'))
  expect(firing).toMatchObject({ metric: 'sonde.alert.firing', points: [{ timestamp: NOW / 1000, value: 1 }] })
  expect(count).toMatchObject({ metric: 'sonde.alert.count', type: 1, interval: 10 })
  expect((await seriesOf(messageOf('recovery')))[0]).toMatchObject({ points: [{ value: 0 }] })
  const late = { ...messageOf('alert'), timeMs: NOW - 2 * 3_600_000 }
  expect((await seriesOf(late))[0]).toMatchObject({ points: [{ timestamp: NOW / 1000 }] })
})

test('newrelic: events go to the region of the account', async () => {
  expect((await send('newrelic', { parameters: { site: 'EU' } })).arrived[0]?.path).toBe(
    '/newrelic-eu/v1/accounts/1234567/events',
  )
})

test('googlechat: one thread per monitor, and nobody is mentioned', async () => {
  const [{ body, text } = { body: null, text: '' }] = (await send('googlechat', { message: named(HOSTILE) })).arrived
  expect(body).toMatchObject({ thread: { threadKey: 'sonde-w1-m1' } })
  expect(body).not.toHaveProperty('text')
  expect(text).toContain('&lt;users/all&gt;')
})

test('telegram: names are text, never markup', async () => {
  const [one] = (await send('telegram', { message: named(HOSTILE), parameters: { thread_id: '7' } })).arrived
  expect(one?.path).toBe('/telegram/bot123456789:AAF-example-of-a-bot-token-0001/sendMessage')
  expect(one?.body).toMatchObject({ chat_id: '-1001234567890', message_thread_id: 7 })
  expect(Object(one?.body).text).toContain('&lt;b&gt;*_[x](y)')
})

test('mattermost: names are text, never markup', async () => {
  const [one] = (await send('mattermost', { message: named(HOSTILE) })).arrived
  expect(Object(one?.body).attachments[0].text).toContain('\\<b\\>\\*\\_\\[x\\](y)')
})

test('matrix: a retry has the same transaction, so that the room sees the message once', async () => {
  const [first] = (await send('matrix', { answers: [{ status: 502 }] })).arrived
  const [again] = (await send('matrix')).arrived
  expect([first?.method, first?.path]).toEqual(['PUT', again?.path])
})

test('ntfy: the priority is that of the event, or the chosen one', async () => {
  const bodyOf = async (message: AlertMessage, parameters: Record<string, string>) =>
    (await send('ntfy', { message, parameters })).arrived[0]?.body
  expect(await bodyOf(messageOf('alert'), { priority: '' })).toMatchObject({
    priority: 4,
    tags: ['rotating_light', 'ntfy-labels'],
  })
  expect(await bodyOf(messageOf('recovery'), { priority: '' })).toMatchObject({ priority: 3 })
  expect(await bodyOf(messageOf('alert'), { priority: 'max' })).toMatchObject({ priority: 5 })
})

test('pushover: an emergency repeats until the monitor recovers, and a test is none', async () => {
  const parameters = { priority: '2', retry_seconds: '60', expire_seconds: '600' }
  const [alarm] = (await send('pushover', { parameters })).arrived
  expect(alarm?.body).toMatchObject({ priority: '2', retry: '60', expire: '600', tags: 'sonde-w1-m1' })
  expect(alarm && providerProblem(PROVIDER_RULES.pushover, alarm)).toBe(null)
  const over = (await send('pushover', { parameters, message: messageOf('recovery') })).arrived
  expect(over.map(({ path }) => path)).toEqual([
    '/pushover/1/receipts/cancel_by_tag/sonde-w1-m1.json',
    '/pushover/1/messages.json',
  ])
  expect(over[0]?.body).toEqual({ token: canaryOf('pushover', 'token') })
  expect(over[1]?.body).toMatchObject({ priority: '0' })
  const [trial] = (await send('pushover', { parameters, message: messageOf('alert', { isTest: true }) })).arrived
  expect(trial?.body).toMatchObject({ priority: '1' })
})

test('twilio: one text message per number, from a number or a service', async () => {
  const [one] = (await send('twilio', { recipient: '+4915112345678' })).arrived
  expect(one?.body).toMatchObject({ To: '+4915112345678', From: '+15005550006' })
  const service = `MG${'0123456789abcdef'.repeat(2)}`
  const [other] = (await send('twilio', { parameters: { sender: service }, recipient: '+12' })).arrived
  expect(other?.body).toMatchObject({ MessagingServiceSid: service })
  expect(other?.body).not.toHaveProperty('From')
})

test.each(['hipchat', 'flowdock'] as const)('%s: nothing is sent, and the delivery says why', async (id) => {
  const { outcome, arrived } = await send(id)
  expect(arrived).toEqual([])
  expect(outcome).toMatchObject({
    ok: false,
    isPermanent: true,
    error: expect.stringMatching(/ended in \d{4}\. Nothing was sent/),
  })
})
