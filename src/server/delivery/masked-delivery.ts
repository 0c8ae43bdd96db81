import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import { isSealed } from '../store/core/sealing.ts'
import type { OpenParameters } from './channels/channel.ts'
import { CHANNELS } from './channels/channels.ts'
import type { Providers } from './channels/providers.ts'
import { newSigningSecret } from './signing.ts'

/** A delivery as it is shown: what is sent, with masks in the places of secrets. */
export type MaskedDelivery = {
  readonly request: { method: string; url: string; headers: { key: string; value: string }[] } | null
  readonly subject: string | null
  readonly content: string
}

/** Headers that hold or show a secret: that they are there is all that is told of them. */
const CREDENTIALS = /^(authorization|dd-api-key|webhook-signature)$/i

/** What a webhook sends of a message. It is made without opening a single secret. */
export const maskedDelivery = (
  message: AlertMessage,
  doc: WebhookDoc,
  surroundings: { providers: Providers; nowMs: number },
): MaskedDelivery => {
  const channel = CHANNELS[doc.web_hook_type]
  const parameters = maskedParameters(doc)
  if (channel.via === 'run')
    return { request: null, subject: null, content: `Starts the monitor ${parameters.call_id ?? ''} at once.` }
  if (channel.via === 'mail') {
    const { subject, text } = channel.letter(message, parameters, MASK)
    return { request: null, subject, content: text }
  }
  const { method, url, headers, body } = channel.request(message, parameters, surroundings)
  const shown = Object.entries(headers).map(([key, value]) => ({ key, value: CREDENTIALS.test(key) ? MASK : value }))
  // Those of the user are secret as a whole, so not even their names are read here.
  if (isSealed(doc.parameters.headers)) shown.push({ key: MASK, value: MASK })
  return {
    request: { method, url: url.replaceAll(encodeURIComponent(MASK), MASK), headers: shown },
    subject: null,
    content: JSON.stringify(JSON.parse(body), null, 2),
  }
}

const maskedParameters = ({ parameters }: WebhookDoc): OpenParameters =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => {
      if (name === 'secret') return [[name, newSigningSecret()]]
      if (isSealed(value)) return [[name, name === 'headers' ? '' : MASK]]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
