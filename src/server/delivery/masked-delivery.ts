import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import { isSealed } from '../store/core/secret-cipher.ts'
import type { OpenParameters, Outgoing } from './channels/channel.ts'
import { CHANNELS } from './channels/channels.ts'
import type { Providers } from './channels/providers.ts'
import { newSigningSecret } from './signing.ts'

/** A delivery as it is shown to people, with secrets masked. */
export type MaskedDelivery = {
  readonly request: { method: string; url: string; headers: { key: string; value: string }[] } | null
  readonly subject: string | null
  readonly content: string
}

/** Headers with secrets: their values are always masked. */
const CREDENTIALS = /^(authorization|dd-api-key|api-key|x-gotify-key|webhook-signature)$/i

/** Renders what a webhook sends for a message, without decrypting any secret. */
export const maskedDelivery = (
  message: AlertMessage,
  doc: WebhookDoc,
  surroundings: { providers: Providers; nowMs: number; recipient: string | null },
): MaskedDelivery => {
  const channel = CHANNELS[doc.web_hook_type]
  const parameters = maskedParameters(doc)
  if (channel.via === 'run') {
    const { call_id, workflow_id } = parameters
    const started = workflow_id ? `workflow ${workflow_id}` : `monitor ${call_id ?? ''}`
    return { request: null, subject: null, content: `Starts the ${started}.` }
  }
  if (channel.via === 'refresh')
    return { request: null, subject: null, content: `Refreshes the token ${parameters.token_id ?? ''}.` }
  if (channel.via === 'mail') {
    const { subject, text } = channel.letter(message, parameters, MASK)
    return { request: null, subject, content: text }
  }
  if (channel.via === 'nothing') return { request: null, subject: null, content: 'Nothing is sent.' }
  const [first, ...others] = [channel.request(message, parameters, surroundings)].flat()
  if (!first) return { request: null, subject: null, content: 'Nothing is sent.' }
  const { method, url, headers } = first
  const shown = Object.entries(headers).map(([key, value]) => ({ key, value: CREDENTIALS.test(key) ? MASK : value }))
  // Custom headers are encrypted as a whole, so not even their names are read here.
  if (isSealed(doc.parameters.headers)) shown.push({ key: MASK, value: MASK })
  return {
    request: { method, url: unmarked(url), headers: shown },
    subject: null,
    content: [
      contentOf(first),
      ...others.map((one) => `Then ${one.method} ${unmarked(one.url)}\n${contentOf(one)}`),
    ].join('\n\n'),
  }
}

const unmarked = (url: string): string => url.replaceAll(encodeURIComponent(MASK), MASK)

const contentOf = ({ body, readable }: Outgoing): string =>
  JSON.stringify(readable ?? JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)), null, 2)

const maskedParameters = ({ parameters }: WebhookDoc): OpenParameters =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      if (name === 'secret') return [[name, newSigningSecret()]]
      if (isSealed(value)) return [[name, name === 'headers' ? '' : MASK]]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
