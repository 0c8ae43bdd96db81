import { type AlertMessage, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { type Answer, clipped, http, json, type Verdict } from './channel.ts'
import { acknowledgeLine, colourOf, factsOf, headline, isCritical, linksOf } from './facts.ts'
import { inMarkdown } from './markup.ts'

/** Escapes mentions and links: monitor names and responses contain arbitrary text. */
const inSlack = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;' })[mark] ?? '&gt;')

const isShort = (text: string): boolean => text.length <= 40

/** Slack's names of what is wrong. Some installations and proxies answer them with 200. */
const SLACK_ERRORS =
  /^(?:invalid_(?:payload|token)|no_(?:service|service_id|team|text|active_hooks)|team_disabled|user_not_found|channel_(?:not_found|is_archived)|action_prohibited|posting_to_general_channel_denied|too_many_attachments|rollup_error)$/

const slackVerdict = ({ httpCode, body }: Answer): Verdict | null => {
  const said = body.toString('utf8').trim()
  return httpCode < 300 && SLACK_ERRORS.test(said) ? { refused: said } : null
}

/** Slack's incoming webhooks: notifications show `text`, the channel shows the attachment. */
export const slack = http((message, { url = '', channel }) => slackRequest(message, url, channel), {
  verdict: slackVerdict,
})

const slackRequest = (message: AlertMessage, url: string, channel: string | undefined) =>
  json(url, {
    ...(channel !== undefined && { channel }),
    text: inSlack(clipped(headline(message), 300)),
    attachments: [
      {
        color: colourOf(message),
        fallback: inSlack(clipped(sentenceOf(message), 1000)),
        text: inSlack(clipped(sentenceOf(message), 2000)),
        fields: factsOf(message).map(({ label, text }) => ({
          title: label,
          value: inSlack(clipped(text, 500)),
          short: isShort(text),
        })),
        actions: linksOf(message).map((link) => ({ type: 'button', ...link })),
        ts: Math.floor(message.timeMs / 1000),
      },
    ],
  })

const card = (message: AlertMessage) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  msteams: { width: 'Full' },
  body: [
    {
      type: 'TextBlock',
      size: 'Medium',
      weight: 'Bolder',
      wrap: true,
      color: message.kind === 'recovery' ? 'Good' : isCritical(message) ? 'Attention' : 'Warning',
      text: inMarkdown(clipped(headline(message), 300)),
    },
    { type: 'TextBlock', wrap: true, text: inMarkdown(clipped(sentenceOf(message), 2000)) },
    {
      type: 'FactSet',
      facts: factsOf(message).map(({ label, text }) => ({ title: label, value: inMarkdown(clipped(text, 500)) })),
    },
  ],
  actions: linksOf(message).map(({ text: title, url }) => ({ type: 'Action.OpenUrl', title, url })),
})

/** A Teams workflow that posts the adaptive cards it receives. */
export const msteams = http((message, { url = '' }) =>
  json(url, {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card(message) }],
  }),
)

export const discord = http((message, { url = '' }) =>
  json(url, {
    username: 'Sonde',
    // Names and responses must not mention anyone.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: clipped(headline(message), 256),
        url: message.payload.result_url,
        description: `${inMarkdown(clipped(sentenceOf(message), 2000))}${acknowledgeLine(message, (link) => `[Acknowledge](${link})`)}`,
        color: Number.parseInt(colourOf(message).slice(1), 16),
        fields: factsOf(message).map(({ label, text }) => ({
          name: label,
          value: inMarkdown(clipped(text, 500)),
          inline: isShort(text),
        })),
        timestamp: new Date(message.timeMs).toISOString(),
      },
    ],
  }),
)
