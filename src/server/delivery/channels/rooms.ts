import { type AlertMessage, incidentKey, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { inHtml } from '../../../domain/core/in-html.ts'
import { bySaid, quoted, waitOf } from './answers.ts'
import { below, clipped, http, json } from './channel.ts'
import { acknowledgeLine, colourOf, factsOf, headline, linksOf } from './facts.ts'
import { escapedTo, inMarkdown, withoutMentions } from './markup.ts'

const isShort = (text: string): boolean => text.length <= 40

/** Facts that a message shows, without those that its sentence says already. */
const shownFacts = (message: AlertMessage) => factsOf(message).slice(0, 12)

/** Google Chat: one thread per monitor and alert. Cards understand some HTML, and mention nobody. */
export const googleChat = http(
  (message, { url = '' }) => {
    const address = URL.canParse(url) ? new URL(url) : null
    address?.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
    return json(address?.href ?? url, {
      // Shown where cards are not, such as in notifications of phones.
      fallbackText: clipped(headline(message), 300),
      thread: { threadKey: clipped(incidentKey(message), 4000) },
      cardsV2: [
        {
          cardId: 'alert',
          card: {
            header: { title: clipped(headline(message), 200) },
            sections: [
              {
                widgets: [
                  { textParagraph: { text: escapedTo(sentenceOf(message), 4000, inHtml) } },
                  ...shownFacts(message).map(({ label, text }) => ({
                    decoratedText: { topLabel: label, text: escapedTo(text, 500, inHtml), wrapText: true },
                  })),
                  {
                    buttonList: {
                      buttons: linksOf(message).map(({ text, url: link }) => ({
                        text,
                        onClick: { openLink: { url: link } },
                      })),
                    },
                  },
                ],
              },
            ],
          },
        },
      ],
    })
  },
  { verdict: bySaid(({ error }, code) => (error !== undefined && code < 300 ? { refused: quoted(error) } : null)) },
)

const inMattermost = (text: string): string => withoutMentions(inMarkdown(text))

/** Mattermost's incoming webhooks. Its own limit of a post is 16383 characters. */
export const mattermost = http((message, { url = '', channel }) =>
  json(url, {
    ...(channel !== undefined && { channel }),
    username: 'Sonde',
    attachments: [
      {
        fallback: clipped(headline(message), 300),
        color: colourOf(message),
        title: withoutMentions(clipped(headline(message), 300)),
        title_link: message.payload.result_url,
        text: `${escapedTo(sentenceOf(message), 4000, inMattermost)}${acknowledgeLine(message, (link) => `[Acknowledge](${link})`)}`,
        fields: shownFacts(message).map(({ label, text }) => ({
          title: label,
          value: escapedTo(text, 500, inMattermost),
          short: isShort(text),
        })),
      },
    ],
  }),
)

const TELEGRAM_LENGTH = 4096

/** Telegram counts characters after it has read the markup; counting them before is on the safe side. */
const telegramText = (message: AlertMessage): string => {
  const link = linksOf(message)
    .map(({ text, url }) => `\n<a href="${inHtml(url)}">${text}</a>`)
    .join('')
  const title = `<b>${escapedTo(headline(message), 300, inHtml)}</b>\n`
  const sentence = escapedTo(sentenceOf(message), 2000, inHtml)
  const facts = shownFacts(message)
    .map(({ label, text }) => `\n<b>${label}:</b> ${escapedTo(text, 300, inHtml)}`)
    .reduce((lines, line) => (lines.length + line.length <= LONGEST_FACTS ? lines + line : lines), '')
  return `${title}${sentence}\n${facts}\n${link}`
}
const LONGEST_FACTS = TELEGRAM_LENGTH - 2000 - 300 - 700

/** Telegram's bots. The token stands in the path; its colon stays as it is. */
export const telegram = http(
  (message, { token = '', chat_id = '', thread_id }, { providers }) =>
    json(`${providers.telegram}/bot${encodeURIComponent(token).replaceAll('%3A', ':')}/sendMessage`, {
      chat_id,
      ...(thread_id !== undefined && { message_thread_id: Number(thread_id) }),
      text: telegramText(message),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      disable_notification: message.kind === 'recovery',
    }),
  {
    verdict: bySaid(({ ok, description, parameters }) =>
      ok === false ? { refused: quoted(description), ...waitOf(Object(parameters).retry_after) } : null,
    ),
  },
)

const matrixHtml = (message: AlertMessage): string =>
  [
    `<p><strong>${escapedTo(headline(message), 500, inHtml)}</strong></p>`,
    `<p>${escapedTo(sentenceOf(message), 4000, inHtml)}</p>`,
    '<ul>',
    ...shownFacts(message).map(
      ({ label, text }) => `<li><strong>${label}:</strong> ${escapedTo(text, 1000, inHtml)}</li>`,
    ),
    '</ul>',
    `<p>${linksOf(message)
      .map(({ text, url }) => `<a href="${inHtml(url)}">${text}</a>`)
      .join(' · ')}</p>`,
  ].join('')

const matrixText = (message: AlertMessage): string =>
  [
    clipped(headline(message), 500),
    clipped(sentenceOf(message), 4000),
    ...shownFacts(message).map(({ label, text }) => `${label}: ${clipped(text, 1000)}`),
    message.payload.result_url,
  ].join('\n')

/** Matrix's client API. The message's id is the transaction's, so that a retry posts nothing twice. */
export const matrix = http(
  (message, { url = '', token = '', room_id = '' }) => ({
    ...json(
      below(
        url,
        `/_matrix/client/v3/rooms/${encodeURIComponent(room_id)}/send/m.room.message/${encodeURIComponent(message.id)}`,
      ),
      {
        msgtype: 'm.text',
        body: matrixText(message),
        format: 'org.matrix.custom.html',
        formatted_body: matrixHtml(message),
        // Nobody is mentioned, whatever a name contains.
        'm.mentions': {},
      },
      { authorization: `Bearer ${token}` },
    ),
    method: 'PUT',
  }),
  {
    verdict: bySaid(({ errcode, error, retry_after_ms: wait }) =>
      typeof errcode === 'string'
        ? { refused: quoted(`${errcode} ${error ?? ''}`), ...(typeof wait === 'number' && { retryAfterMs: wait }) }
        : null,
    ),
  },
)
