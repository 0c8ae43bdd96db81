import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A new signing key in the form of Standard Webhooks: `whsec_` and 24 bytes, base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/**
 * The headers by which a receiver knows that a message is ours and new (Standard Webhooks 1.0). A secret that is not in the
 * standard's form is used as it is, so that a receiver may choose its own.
 */
export const signatureHeaders = (
  secret: string,
  message: { id: string; sentMs: number; body: string },
): Record<string, string> => {
  const key = /^whsec_[A-Za-z0-9+/]+=*$/.test(secret) ? secret : Buffer.from(secret, 'utf8').toString('base64')
  const sent = new Date(message.sentMs)
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.sentMs / 1000)),
    'webhook-signature': new Webhook(key).sign(message.id, sent, message.body),
  }
}
