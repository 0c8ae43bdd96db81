import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import type { AllowRule } from '../../domain/core/addresses.ts'
import { NO_MAIL_SERVER, notConfirmed } from '../../domain/core/delivery-status.ts'
import { maskText } from '../../domain/secrets/masking.ts'
import { quotedForms } from '../../domain/secrets/taken-apart.ts'
import type { Held } from '../dispatch/ingredients.ts'
import type { MailTransport } from '../mail/transport.ts'
import { unsubscribeAddress, unsubscribeHeaders } from '../mail/unsubscribe.ts'
import { openParameters, type WebhookDoc } from '../store/alerts/webhooks.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { HttpChannel, MailChannel, Outgoing } from './channels/channel.ts'
import { CHANNELS } from './channels/channels.ts'
import type { Providers } from './channels/providers.ts'
import type { FillParameters } from './fill-parameters.ts'
import { boundedWait, guardedRequest } from './guarded-request.ts'
import type { StartRun } from './start-run.ts'

/** Outcome of one attempt. */
export type Outcome = {
  readonly ok: boolean
  /** No mail server is configured: the mail is in the outbox, and nobody received it. */
  readonly isKept?: boolean
  readonly httpCode: number | null
  /** What went wrong, as a sentence without secrets; null if it arrived. */
  readonly error: string | null
  /** The wait that the receiver asks for (`Retry-After`), in milliseconds. */
  readonly retryAfterMs?: number | null
  /** Retrying would not help. */
  readonly isPermanent?: boolean
  /** More about the outcome than that it arrived. */
  readonly detail?: string
}

/** Dependencies of a delivery, created once at start. */
export type Delivering = {
  readonly sealing: SecretCipher
  readonly allowed: readonly AllowRule[]
  readonly clock: () => number
  readonly version: string
  /** The public URL, without a trailing slash. */
  readonly url: string
  readonly providers: Providers
  readonly mail: MailTransport
  readonly startRun: StartRun
  /** Refreshes a token of a project. */
  readonly refreshToken: (asked: { projectKey: number; tokenId: string; now: number }) => Promise<Outcome>
  readonly fillParameters: FillParameters
  /** Whether alerts of a project may go to an address. */
  readonly mayMail: (projectKey: number, address: string) => Promise<boolean>
}

/** A message with its webhook and, for mail, the recipient. */
export type AlertDelivery = {
  readonly message: AlertMessage
  readonly doc: WebhookDoc
  readonly projectKey: number
  readonly recipient: string | null
}

/** Delivers one message now. Failures are returned as outcomes, not thrown. */
export const deliver = async (delivering: Delivering, delivery: AlertDelivery): Promise<Outcome> => {
  try {
    return await deliverNow(delivering, delivery)
  } catch (cause) {
    if (cause instanceof KeyAway) return { ok: false, httpCode: null, error: cause.message }
    throw cause
  }
}

const deliverNow = async (delivering: Delivering, delivery: AlertDelivery): Promise<Outcome> => {
  const { message, doc, projectKey, recipient } = delivery
  const channel = CHANNELS[doc.web_hook_type]
  const { open, secrets } = openParameters(doc, delivering.sealing)
  if (channel.via === 'mail') return post(delivering, channel, delivery, recipient ?? '')
  if (channel.via === 'run')
    return delivering.startRun({
      projectKey,
      target: open.workflow_id
        ? { kind: 'workflow', id: open.workflow_id }
        : { kind: 'monitor', id: open.call_id ?? '' },
      message,
      now: delivering.clock(),
    })
  if (channel.via === 'refresh')
    return delivering.refreshToken({ projectKey, tokenId: open.token_id ?? '', now: delivering.clock() })
  if (channel.via === 'nothing') return ended(doc)
  const surroundings = { providers: delivering.providers, nowMs: delivering.clock(), recipient }
  const filled = await delivering.fillParameters({ projectKey, doc, open, message })
  const outgoing = [channel.request(message, filled.open, surroundings)].flat()
  let outcome: Outcome = { ok: false, httpCode: null, error: 'There was nothing to send.' }
  for (const one of outgoing) {
    outcome = await request(delivering, one, {
      secrets: [...secrets, ...filled.secrets],
      held: filled.held,
      verdict: channel.verdict,
    })
    if (!outcome.ok) break
  }
  return outcome
}

/** The outcome for a channel whose service has ended. */
const ended = ({ web_hook_type }: WebhookDoc): Outcome => ({
  ok: false,
  httpCode: null,
  error: `${WEBHOOK_TYPES[web_hook_type].ended ?? ''} Nothing was sent: give this alert another type.`,
  isPermanent: true,
})

/** Why the secret variables of a request may not be sent to its URL; null if they may. */
const withheld = (url: string, headers: Outgoing['headers'], held: readonly Held[]): string | null => {
  const to = URL.canParse(url) ? new URL(url).origin : null
  // A shared reverse proxy forwards by the Host header, so that header could lead elsewhere.
  if (held[0] && Object.keys(headers).some((name) => name.trim().toLowerCase() === 'host'))
    return `${held[0].name} is not sent along with a Host header: remove that header, or the variable.`
  const kept = held.find(({ origins }) => to === null || !origins.includes(to))
  return kept
    ? `${kept.name} may only be sent to ${kept.origins.join(' or ')}, but this alert would send it to ${to ?? 'an invalid URL'}. Add that origin to the variable, and enter its value again.`
    : null
}

type Sending = {
  readonly secrets: readonly string[]
  readonly held?: readonly Held[]
  readonly verdict?: HttpChannel['verdict'] | undefined
}

/** Sends a request and returns its outcome, with the secrets that it carried masked. */
export const request = async (
  { allowed, version }: Pick<Delivering, 'allowed' | 'version'>,
  { method, url, headers, body }: Outgoing,
  { secrets, held = [], verdict }: Sending,
): Promise<Outcome> => {
  const mask = (text: string) => maskText(text, quotedForms(secrets))
  const elsewhere = withheld(url, headers, held)
  if (elsewhere) return { ok: false, httpCode: null, error: elsewhere }
  const answer = await guardedRequest(url, {
    method,
    body,
    headers: { 'user-agent': `Sonde/${version}`, ...headers },
    allowed,
    // A receiver may quote what it received.
    mask,
    reads: verdict !== undefined,
  })
  const { httpCode, said } = answer
  const judged = httpCode === null ? null : verdict?.({ httpCode, body: answer.body ?? Buffer.alloc(0) })
  const refusal =
    answer.ok && judged?.refused !== undefined ? `The receiver answered ${httpCode}, but refused it.` : null
  const quoted = refusal === null ? said : (judged?.refused ?? '')
  const error = refusal ?? answer.error
  return {
    ok: error === null,
    httpCode,
    error: error === null ? null : mask(`${error}${quoted === '' ? '' : ` It said: ${quoted}`}`),
    retryAfterMs: answer.retryAfterMs ?? (judged?.retryAfterMs === undefined ? null : boundedWait(judged.retryAfterMs)),
    ...(error !== null && judged?.isPermanent && { isPermanent: true }),
    ...(error === null && judged?.remark && { detail: mask(`The receiver accepted it, and said: ${judged.remark}`) }),
  }
}

const post = async (
  { sealing, mail, url, mayMail }: Delivering,
  channel: MailChannel,
  { message, doc, projectKey }: AlertDelivery,
  address: string,
): Promise<Outcome> => {
  if (!(await mayMail(projectKey, address)))
    return { ok: false, httpCode: null, error: notConfirmed(address, mail.settings !== null) }
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
  if (sending.outcome === 'sent')
    return { ok: true, httpCode: null, error: null, detail: 'The mail server accepted it.' }
  return { ok: true, isKept: true, httpCode: null, error: null, detail: NO_MAIL_SERVER }
}
