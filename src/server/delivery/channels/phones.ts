import { type AlertMessage, incidentKey, sentenceOf } from '../../../domain/alerts/alert-message.ts'
import { bySaid, quoted } from './answers.ts'
import { below, clipped, clippedToBytes, form, http, json } from './channel.ts'
import { headline, isCritical, linkedOf, linksOf } from './facts.ts'

const isOver = ({ kind }: AlertMessage): boolean => kind === 'recovery'

const NTFY_PRIORITIES: Readonly<Record<string, number>> = { min: 1, low: 2, default: 3, high: 4, max: 5 }

/** An emoji for each event, by its name in ntfy. */
const symbolOf = (message: AlertMessage): string => {
  if (isOver(message)) return 'white_check_mark'
  return isCritical(message) ? 'rotating_light' : 'warning'
}

/** ntfy's JSON publishing, at the root of the server. Longer messages than 4096 bytes would become attachments. */
export const ntfy = http(
  (message, { url = '', topic = '', token, priority = '', labels = '' }) =>
    json(
      below(url, '/'),
      {
        topic,
        title: clipped(headline(message), 250),
        message: clippedToBytes(sentenceOf(message), 4000),
        priority: NTFY_PRIORITIES[priority] ?? (!isOver(message) && isCritical(message) ? 4 : 3),
        tags: [
          symbolOf(message),
          ...labels
            .split(',')
            .map((label) => label.trim())
            .filter((label) => label !== ''),
        ],
        click: message.payload.result_url,
        actions: linksOf(message).map(({ text: label, url: link }) => ({ action: 'view', label, url: link })),
      },
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    ),
  {
    verdict: bySaid(({ error }, code) => (typeof error === 'string' && code < 300 ? { refused: quoted(error) } : null)),
  },
)

/** Gotify's messages, shown as plain text; a tap opens the result. */
export const gotify = http((message, { url = '', token = '', priority }) =>
  json(
    below(url, '/message'),
    {
      title: clipped(headline(message), 250),
      message: clipped(sentenceOf(message), 4000),
      priority: priority === undefined ? (isOver(message) ? 2 : isCritical(message) ? 8 : 5) : Number(priority),
      extras: {
        'client::display': { contentType: 'text/plain' },
        'client::notification': { click: { url: message.payload.result_url } },
      },
    },
    { 'x-gotify-key': token },
  ),
)

const EMERGENCY = '2'

/** A tag by which the emergencies of an incident are cancelled; commas would separate tags. */
const emergencyTag = (message: AlertMessage): string =>
  incidentKey(message)
    .replace(/[^\w-]/g, '_')
    .slice(0, 100)

const pushoverPriority = (message: AlertMessage, chosen: string | undefined): string => {
  // The end wakes nobody, and nor does a test.
  if (isOver(message)) return chosen !== undefined && Number(chosen) < 0 ? chosen : '0'
  if (chosen === EMERGENCY && message.isTest) return '1'
  return chosen ?? (isCritical(message) ? '1' : '0')
}

/** Pushover's messages. The end of an incident also cancels its emergencies. */
export const pushover = http(
  (message, { token = '', user_key = '', priority, retry_seconds = '60', expire_seconds = '3600' }, { providers }) => {
    const level = pushoverPriority(message, priority)
    const told = form(`${providers.pushover}/1/messages.json`, {
      token,
      user: user_key,
      title: clipped(headline(message), 250),
      message: clipped(sentenceOf(message), 1024),
      url: message.payload.result_url.slice(0, 512),
      url_title: `Open the ${linkedOf(message)}`,
      timestamp: String(Math.floor(message.timeMs / 1000)),
      priority: level,
      ...(level === EMERGENCY && {
        retry: retry_seconds,
        expire: expire_seconds,
        tags: emergencyTag(message),
      }),
    })
    if (priority !== EMERGENCY || !isOver(message)) return told
    const tag = encodeURIComponent(emergencyTag(message))
    return [form(`${providers.pushover}/1/receipts/cancel_by_tag/${tag}.json`, { token }), told]
  },
  {
    verdict: bySaid(({ status, errors }) =>
      status === 0 ? { refused: quoted(Array.isArray(errors) ? errors[0] : errors) } : null,
    ),
  },
)

const SMS_LENGTH = 1600

/** The text of an SMS: the end of a long sentence is cut, never the link. */
const smsText = (message: AlertMessage): string => {
  const end = ` ${message.payload.result_url}`
  const words = `${headline(message)}: ${sentenceOf(message)}`
  // A text in one alphabet fits into fewer segments if it is short; people read the rest at the link.
  return `${clipped(words, Math.min(400, SMS_LENGTH - end.length))}${end}`.slice(0, SMS_LENGTH)
}

/** Twilio's messages, one request per number. */
export const twilio = http(
  (message, { account_id = '', token = '', sender = '', phone_numbers = '' }, { providers, recipient }) =>
    form(
      `${providers.twilio}/2010-04-01/Accounts/${encodeURIComponent(account_id)}/Messages.json`,
      {
        To: recipient ?? phone_numbers.split(',')[0]?.replace(/[^+\d]/g, '') ?? '',
        ...(sender.startsWith('MG') && sender.length === 34 ? { MessagingServiceSid: sender } : { From: sender }),
        Body: smsText(message),
      },
      { authorization: `Basic ${Buffer.from(`${account_id}:${token}`).toString('base64')}` },
    ),
  {
    verdict: bySaid(({ status, error_message }) =>
      status === 'failed' || status === 'undelivered' ? { refused: quoted(error_message ?? status) } : null,
    ),
  },
)
