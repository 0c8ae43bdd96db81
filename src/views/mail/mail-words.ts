import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { DELIVERY_WORDS, type DeliveryStatus, deliveryStatusOf } from '../../domain/core/delivery-status.ts'

export type Mail = AnswerOf<ProductContract['outbox.list']>['results'][number]
export type MailStatus = Mail['status']
export type OutboxStatus = AnswerOf<ProductContract['outbox.status']>

const ENDINGS = { waiting: null, sent: 'delivered', failed: 'failed', kept: 'kept' } as const

/** Returns the delivery status of a mail. */
export const deliveryOf = ({
  status,
  error,
}: Pick<Mail, 'status' | 'error'>): { status: DeliveryStatus; http_code: null; error: string | null } => ({
  status: deliveryStatusOf({ ending: ENDINGS[status], isInFlight: false, hasFailed: error !== null }),
  http_code: null,
  error,
})

/** Labels of the outbox's filter. */
export const statusWords: Readonly<Record<MailStatus, string>> = {
  waiting: 'Queued',
  sent: DELIVERY_WORDS.delivered,
  failed: DELIVERY_WORDS.failed,
  kept: DELIVERY_WORDS.kept,
}

export const STATUSES = ['waiting', 'sent', 'failed', 'kept'] as const

const KINDS: Readonly<Record<string, string>> = {
  'verify-address': 'Confirmation of an address',
  'address-taken': 'Address taken',
  'confirm-recipient': 'Confirmation of alerts',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'factor-added': 'Second factor added',
  'factor-removed': 'Second factor removed',
  'recovery-codes-renewed': 'Recovery codes renewed',
  'factors-reset': 'Second factors reset',
  linked: 'Sign-in linked',
  unlinked: 'Sign-in unlinked',
  'application-connected': 'Application connected',
  'key-made': 'API key made',
  'join-token-made': 'Join token made',
  'address-asked': 'New address asked for',
  'change-address': 'Confirmation of a new address',
  'address-changed': 'Address changed',
  'account-deleted': 'Account deleted',
  'digest-daily': 'Daily digest',
  'digest-weekly': 'Weekly digest',
  'digest-monthly': 'Monthly digest',
  'alerts-digest': 'Alerts of the day',
  'location-away': 'Location offline',
  'location-back': 'Location online again',
  'insights-weekly': 'Scores of the week',
  'insights-monthly': 'Scores of the month',
  'shared-collections': 'Shared collections',
  'notice-undelivered': 'Alert not delivered',
  'notice-tokens': 'Token',
  'notice-quota': 'Limit',
  'certificate-expires': 'Certificate expires',
  alert: 'Alert',
  test: 'Test',
}

/** Why a mail is sent; a kind that this version does not know is told as it is. */
export const kindWords = (kind: string): string => KINDS[kind] ?? kind

const SECURITY: Readonly<Record<NonNullable<OutboxStatus['server']>['security'], string>> = {
  tls: 'encrypted from the start (TLS)',
  starttls: 'encrypted by STARTTLS, or not at all',
  'starttls-if-offered': 'encrypted where the server offers STARTTLS',
  none: 'not encrypted',
}

export const securityWords = (security: keyof typeof SECURITY): string => SECURITY[security]
