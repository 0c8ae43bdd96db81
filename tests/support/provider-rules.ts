import { type Type, type } from 'arktype'
import type { WebhookTypeId } from '../../src/domain/alerts/webhook-types.ts'
import type { Arrived } from './delivering.ts'

/** What a provider's public document demands of a request: method, path, headers and body. */
export type ProviderRule = {
  readonly method?: string
  readonly path: RegExp
  readonly headers: Readonly<Record<string, RegExp>>
  readonly body: Type
  /** Rules that a shape cannot state. */
  readonly more?: (body: Record<string, unknown>, text: string) => string | null
}

const JSON_TYPE = { 'content-type': /^application\/json/ }
const FORM_TYPE = { 'content-type': /^application\/x-www-form-urlencoded$/ }
const bytes = (text: string): number => Buffer.byteLength(text)

/** Tags that Telegram and Matrix's clients understand, among those that are sent here. */
const markupProblem = (html: string, tags: readonly string[]): string | null => {
  const open: string[] = []
  for (const [whole, end, name = ''] of html.matchAll(/<(\/?)([a-z]+)(?: href="[^"<>]*")?>/g)) {
    if (!tags.includes(name)) return `the tag ${whole} is not allowed`
    if (end === '') open.push(name)
    else if (open.pop() !== name) return `${whole} closes nothing`
  }
  if (open.length > 0) return `<${open.at(-1)}> is not closed`
  const plain = html.replace(/<\/?[a-z]+(?: href="[^"<>]*")?>/g, '')
  if (/[<>]/.test(plain)) return 'a < or > is not escaped'
  return /&(?!(?:amp|lt|gt|quot);)/.test(plain) ? 'an & is not escaped' : null
}

const short = 'string <= 4000'
const event = {
  _time: 'string.date.iso',
  kind: "'alert' | 'recovery'",
  title: short,
  text: short,
  monitor: short,
} as const

/** The rules of providers, by the channel that speaks to them. */
export const PROVIDER_RULES = {
  pager_duty: {
    path: /^\/pagerduty\/generic\/2010-04-15\/create_event\.json$/,
    headers: JSON_TYPE,
    body: type({
      service_key: 'string > 0',
      event_type: "'trigger' | 'resolve'",
      incident_key: '0 < string <= 255',
      description: '0 < string <= 1024',
      'details?': 'object',
      'client?': 'string',
      'client_url?': 'string.url',
      'contexts?': type({ type: "'link'", href: 'string.url', 'text?': 'string' }).array(),
      '+': 'reject',
    }),
    more: (_, text) => (bytes(text) > 512 * 1024 ? 'the event is larger than 512 KB' : null),
  },
  datadog: {
    path: /^\/datadoghq\.com\/api\/v2\/series$/,
    headers: { ...JSON_TYPE, 'dd-api-key': /./ },
    body: type({
      series: type({
        // Letters, digits, underscores and dots, beginning with a letter.
        metric: /^[A-Za-z][\w.]{0,199}$/,
        type: '0 | 1 | 2 | 3',
        'interval?': 'number.integer > 0',
        points: type({ timestamp: 'number.integer > 1000000000', value: 'number' }).array().atLeastLength(1),
        'resources?': type({ type: 'string', name: 'string' }).array(),
        'tags?': '(string <= 200)[]',
        'unit?': 'string',
        'source_type_name?': 'string',
        '+': 'reject',
      })
        .array()
        .atLeastLength(1),
    }),
    more: ({ series }) =>
      (series as { type: number; interval?: number }[]).some((one) => one.type === 1 && !one.interval)
        ? 'a count needs its interval'
        : null,
  },
  newrelic: {
    path: /^\/newrelic\/v1\/accounts\/\d+\/events$/,
    headers: { ...JSON_TYPE, 'api-key': /./ },
    body: type({
      eventType: /^[A-Za-z0-9_:]{1,255}$/,
      timestamp: 'number.integer > 1000000000000',
      '[string]': 'string <= 4096 | number',
    }).array(),
    more: (_, text) => {
      const [names = []] = (JSON.parse(text) as object[]).map((one) => Object.keys(one))
      if (names.length > 254) return 'more than 254 attributes'
      return names.some((name) => name.length > 255) ? 'an attribute name is longer than 255' : null
    },
  },
  axiom: {
    path: /^\/v1\/datasets\/[\w.-]+\/ingest$/,
    headers: { ...JSON_TYPE, authorization: /^Bearer \S+$/ },
    body: type(event).array().atLeastLength(1),
  },
  hydrolix: {
    path: /^\/ingest\/event$/,
    headers: {
      ...JSON_TYPE,
      authorization: /^Bearer \S+$/,
      'x-hdx-table': /^[\w-]+\.[\w-]+$/,
      'x-hdx-transform': /^[\w.-]+$/,
    },
    body: type(event).array().atLeastLength(1),
  },
  googlechat: {
    path: /messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD/,
    headers: JSON_TYPE,
    body: type({
      'fallbackText?': 'string',
      thread: { threadKey: '0 < string <= 4000' },
      cardsV2: type({
        cardId: 'string',
        card: { header: { title: 'string > 0' }, sections: type({ widgets: '1 <= object[] <= 100' }).array() },
      }).array(),
      '+': 'reject',
    }),
    more: (body, text) => {
      if (bytes(text) > 32_000) return 'the message is larger than 32 000 bytes'
      const shown = JSON.stringify(body).match(/"text":"((?:[^"\\]|\\.)*)"/g) ?? []
      return shown.map((one) => markupProblem(JSON.parse(`{${one}}`).text, [])).find((each) => each !== null) ?? null
    },
  },
  mattermost: {
    path: /./,
    headers: JSON_TYPE,
    body: type({
      'channel?': 'string',
      'username?': 'string',
      attachments: type({
        fallback: 'string > 0',
        'color?': /^#[0-9a-f]{6}$/,
        'title?': 'string',
        'title_link?': 'string.url',
        'text?': 'string',
        'fields?': type({ title: 'string', value: 'string', short: 'boolean' }).array(),
        '+': 'reject',
      }).array(),
      '+': 'reject',
    }),
    more: ({ attachments }) => {
      const [{ text = '', title = '' } = {}] = attachments as { text?: string; title?: string }[]
      if (text.length > 16_383) return 'the post is longer than 16 383'
      return /@(?:all|channel|here)\b/.test(`${title} ${text}`) ? 'somebody is mentioned' : null
    },
  },
  telegram: {
    path: /^\/telegram\/bot\d+:[\w-]+\/sendMessage$/,
    headers: JSON_TYPE,
    body: type({
      chat_id: /^(?:-?\d+|@\w+)$/,
      'message_thread_id?': 'number.integer > 0',
      text: '1 <= string <= 4096',
      parse_mode: "'HTML'",
      'link_preview_options?': { is_disabled: 'boolean' },
      'disable_notification?': 'boolean',
      '+': 'reject',
    }),
    more: ({ text }) => markupProblem(String(text), ['b', 'a']),
  },
  matrix: {
    method: 'PUT',
    path: /\/_matrix\/client\/v3\/rooms\/!abc%3Aexample\.org\/send\/m\.room\.message\/msg_1$/,
    headers: { ...JSON_TYPE, authorization: /^Bearer \S+$/ },
    body: type({
      msgtype: "'m.text'",
      body: 'string > 0',
      format: "'org.matrix.custom.html'",
      formatted_body: 'string > 0',
      'm.mentions': { '+': 'reject' },
    }),
    more: ({ formatted_body }, text) =>
      bytes(text) > 60_000
        ? 'the event is larger than 64 KB with its envelope'
        : markupProblem(String(formatted_body), ['p', 'strong', 'ul', 'li', 'a']),
  },
  ntfy: {
    path: /^\/$/,
    headers: { ...JSON_TYPE, authorization: /^Bearer \S+$/ },
    body: type({
      topic: /^[-_A-Za-z0-9]{1,64}$/,
      title: 'string <= 250',
      message: 'string > 0',
      priority: '1 | 2 | 3 | 4 | 5',
      tags: 'string[]',
      click: 'string.url',
      actions: type({ action: "'view'", label: 'string > 0', url: 'string.url' }).array().atMostLength(3),
      '+': 'reject',
    }),
    more: ({ message }) => (bytes(String(message)) > 4096 ? 'it would become an attachment' : null),
  },
  gotify: {
    path: /\/message$/,
    headers: { ...JSON_TYPE, 'x-gotify-key': /./ },
    body: type({
      title: 'string',
      message: 'string > 0',
      priority: '0 <= number.integer <= 10',
      extras: {
        'client::display': { contentType: "'text/plain' | 'text/markdown'" },
        'client::notification': { click: { url: 'string.url' } },
      },
      '+': 'reject',
    }),
  },
  pushover: {
    path: /^\/pushover\/1\/messages\.json$/,
    headers: FORM_TYPE,
    body: type({
      token: 'string > 0',
      user: 'string > 0',
      message: '1 <= string <= 1024',
      title: 'string <= 250',
      url: 'string <= 512',
      url_title: 'string <= 100',
      timestamp: /^\d{10}$/,
      priority: "'-2' | '-1' | '0' | '1' | '2'",
      'retry?': /^\d+$/,
      'expire?': /^\d+$/,
      'tags?': /^[\w-]+$/,
      '+': 'reject',
    }),
    more: ({ priority, retry, expire }) => {
      if (priority !== '2') return retry === undefined ? null : 'only emergencies are repeated'
      return Number(retry) >= 30 && Number(expire) <= 10_800 ? null : 'an emergency needs retry ≥ 30 and expire ≤ 10800'
    },
  },
  twilio: {
    path: /^\/twilio\/2010-04-01\/Accounts\/AC[0-9a-f]{32}\/Messages\.json$/,
    headers: { ...FORM_TYPE, authorization: /^Basic \S+$/ },
    body: type({
      To: /^\+[1-9]\d{6,14}$/,
      'From?': 'string > 0',
      'MessagingServiceSid?': /^MG[0-9a-f]{32}$/,
      Body: '1 <= string <= 1600',
      '+': 'reject',
    }),
    more: ({ From, MessagingServiceSid }) =>
      (From === undefined) === (MessagingServiceSid === undefined) ? 'it needs a sender or a service, not both' : null,
  },
} satisfies Partial<Record<WebhookTypeId, ProviderRule>>

/** What a provider would refuse about a request; null if nothing. */
export const providerProblem = (rule: ProviderRule, { method, path, headers, body, text }: Arrived): string | null => {
  if (method !== (rule.method ?? 'POST')) return `the method is ${method}`
  if (!rule.path.test(path)) return `the path is ${path}`
  for (const [name, pattern] of Object.entries(rule.headers))
    if (!pattern.test(String(headers[name] ?? ''))) return `the header ${name} is ${headers[name]}`
  const checked = rule.body(body)
  if (checked instanceof type.errors) return checked.summary
  // A lone half of a character is no text.
  if (/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i.test(text) || text.includes('\ufffd')) return 'a character is cut'
  return rule.more?.(Object(body), text) ?? null
}
