import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { AlertMessage } from '../../src/domain/alerts/alert-message.ts'
import { exampleMessage } from '../../src/domain/alerts/example-message.ts'
import type { WebhookTypeId } from '../../src/domain/alerts/webhook-types.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import type { Providers } from '../../src/server/delivery/channels/providers.ts'
import type { Delivering } from '../../src/server/delivery/deliver.ts'
import { changedWebhook, newWebhook } from '../../src/server/handlers/alerts/webhook-doc.ts'
import type { WebhookDoc } from '../../src/server/store/alerts/webhooks.ts'
import { createSecretCipher } from '../../src/server/store/core/secret-cipher.ts'

export const NOW = Date.UTC(2026, 0, 5, 10)
const sealing = createSecretCipher('a key for tests alone')

/** All services at one address of this machine; each has its own path, so that it is seen who was asked. */
export const providersAt = (url: string): Providers => ({
  pagerDuty: `${url}/pagerduty`,
  opsgenie: `${url}/opsgenie`,
  opsgenieEu: `${url}/opsgenie-eu`,
  victorOps: `${url}/victorops`,
  bigPanda: `${url}/bigpanda`,
  statuspage: `${url}/statuspage`,
  newRelic: `${url}/newrelic`,
  newRelicEu: `${url}/newrelic-eu`,
  telegram: `${url}/telegram`,
  pushover: `${url}/pushover`,
  twilio: `${url}/twilio`,
  datadog: `${url}/{site}`,
})

export const deliveringTo = (url: string, change: Partial<Delivering> = {}): Delivering => ({
  sealing,
  allowed: parseAllowed('127.0.0.1,localhost'),
  clock: () => NOW,
  version: '1.2.3',
  url: 'https://sonde.example',
  providers: providersAt(url),
  mail: {
    settings: null,
    send: () => Promise.reject(new Error('No mail was to be sent.')),
    carry: () => Promise.reject(new Error('No mail was to be sent.')),
    close() {},
  },
  mayMail: async () => true,
  fillParameters: async ({ open }) => ({ open, secrets: [], held: [] }),
  startRun: () => Promise.reject(new Error('No monitor was to be started.')),
  refreshToken: () => Promise.reject(new Error('No token was to be refreshed.')),
  ...change,
})

export const docOf = (id: WebhookTypeId, parameters: Record<string, string>): WebhookDoc =>
  changedWebhook(newWebhook, { web_hook_type: id, parameters }, sealing)

/** News of a monitor that is named so as to break what is careless with texts. */
export const messageOf = (kind: AlertMessage['kind'], change: Partial<AlertMessage> = {}): AlertMessage => ({
  ...exampleMessage({
    webhook: { id: 'w1', name: 'On-call' },
    monitor: { id: 'm1', name: 'Pay <b>&', description: null, tags: ['eu', 'shop'], url: 'https://api.example/pay' },
    kind,
    category: 'FAIL',
    resultUrl: (id) => `https://sonde.example/tests/result/${id}`,
    now: NOW,
    id: 'msg_1',
  }),
  isTest: false,
  ...change,
})

export type Arrived = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: unknown
  text: string
  raw: Buffer
}

const isForm = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean => type.includes('form-urlencoded')

/** A request's body: of JSON and forms their content, else null. */
const bodyOf = (text: string, headers: IncomingHttpHeaders): unknown => {
  if (text === '') return null
  if (isForm(headers)) return Object.fromEntries(new URLSearchParams(text))
  return headers['content-type']?.includes('json') ? JSON.parse(text) : null
}

export type KeeperAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** A receiver that keeps what arrives, and answers 200, or what is in `answers` first. */
export const openKeeper = async (): Promise<{
  url: string
  arrived: Arrived[]
  answers: KeeperAnswer[]
  close(): void
}> => {
  const arrived: Arrived[] = []
  const answers: KeeperAnswer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const raw = Buffer.concat(chunks)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString('utf8')
    const { method = '', url: path = '', headers } = request
    arrived.push({ method, path, headers, text, raw, body: bodyOf(text, headers) })
    const { status = 200, headers: told = {}, body = 'ok' } = answers.shift() ?? {}
    response.writeHead(status, told).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    answers,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
