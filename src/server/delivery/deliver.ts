import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { maskText } from '../../domain/secrets/masking.ts'
import { notConfirmed } from '../mail/recipients.ts'
import type { MailTransport } from '../mail/transport.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import { openParameters, type WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Sealing } from '../store/core/sealing.ts'
import type { MailChannel, Outgoing } from './channels/channel.ts'
import { CHANNELS } from './channels/channels.ts'
import type { Providers } from './channels/providers.ts'
import { guardedRequest } from './guarded-request.ts'
import type { StartRun } from './start-run.ts'

/** How one delivery went. */
export type Outcome = {
  readonly ok: boolean
  readonly httpCode: number | null
  /** What is wrong, as a sentence without secrets; null where it arrived. */
  readonly error: string | null
  /** How long the receiver asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number | null
  /** Trying again would not help. */
  readonly isPermanent?: boolean
  /** What has become of it, where more can be said than that it arrived. */
  readonly detail?: string
}

/** What delivering takes: made once at the door. */
export type Delivering = {
  readonly sealing: Sealing
  readonly allowed: readonly AllowRule[]
  readonly clock: () => number
  readonly version: string
  /** The address people use, without a slash at its end. */
  readonly url: string
  readonly providers: Providers
  readonly mail: MailTransport
  readonly startRun: StartRun
  /** Whether alerts of a project may go to an address. */
  readonly mayMail: (projectKey: number, address: string) => Promise<boolean>
}

/** What is delivered: the message, the webhook that tells it, and to which address where it is mail. */
export type Consignment = {
  readonly message: AlertMessage
  readonly doc: WebhookDoc
  readonly projectKey: number
  readonly recipient: string | null
}

/** Delivers one message now. A failure is an outcome, not an exception. */
export const deliver = async (delivering: Delivering, consignment: Consignment): Promise<Outcome> => {
  const { message, doc, projectKey, recipient } = consignment
  const channel = CHANNELS[doc.web_hook_type]
  const { open, secrets } = openParameters(doc, delivering.sealing)
  if (channel.via === 'mail') return post(delivering, channel, consignment, recipient ?? '')
  if (channel.via === 'run')
    return delivering.startRun({ projectKey, callId: open.call_id ?? '', message, now: delivering.clock() })
  const surroundings = { providers: delivering.providers, nowMs: delivering.clock() }
  return request(delivering, channel.request(message, open, surroundings), secrets)
}

/** Makes a request, and says what came of it without the secrets that it carried. */
export const request = async (
  { allowed, version }: Pick<Delivering, 'allowed' | 'version'>,
  { method, url, headers, body }: Outgoing,
  secrets: readonly string[],
): Promise<Outcome> => {
  const { ok, httpCode, error, said, retryAfterMs } = await guardedRequest(url, {
    method,
    body,
    headers: { 'user-agent': `Sonde/${version}`, ...headers },
    allowed,
    // A receiver may repeat what it was sent.
    mask: (text) => maskText(text, secrets),
  })
  const quoted = said === '' ? '' : ` It says: ${said}`
  return { ok, httpCode, error: error === null ? null : maskText(`${error}${quoted}`, secrets), retryAfterMs }
}

const post = async (
  { sealing, mail, url, mayMail }: Delivering,
  channel: MailChannel,
  { message, doc, projectKey }: Consignment,
  address: string,
): Promise<Outcome> => {
  if (!(await mayMail(projectKey, address))) return { ok: false, httpCode: null, error: notConfirmed(address) }
  const { open } = openParameters(doc, sealing)
  const ending = unsubscribeAddress(sealing, url, { ends: 'webhook', webhookId: message.webhook.id, address })
  const sending = await mail.carry({
    kind: message.isTest ? 'alert-test' : message.kind,
    to: address,
    letter: channel.letter(message, open, ending),
    headers: unsubscribeHeaders(ending),
    id: message.id,
  })
  if (sending.outcome === 'failed')
    return { ok: false, httpCode: null, error: sending.error, isPermanent: sending.isPermanent }
  if (sending.outcome === 'sent') return { ok: true, httpCode: null, error: null, detail: 'The mail server took it.' }
  const detail = 'No mail server is configured: a site admin finds the mail in the outbox.'
  return { ok: true, httpCode: null, error: null, detail }
}
