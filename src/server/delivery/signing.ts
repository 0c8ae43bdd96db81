import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Generates a signing key in the form of Standard Webhooks: `whsec_` and 24 bytes in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`

/**
 * Returns the headers by which a receiver verifies a message's origin and age (Standard Webhooks 1.0). `secret` is in the standard's
 * form.
 */
export const signatureHeaders = (
  secret: string,
  message: { id: string; sentMs: number; body: string },
): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(Math.floor(message.sentMs / 1000)),
  'webhook-signature': new Webhook(secret).sign(message.id, new Date(message.sentMs), message.body),
})
