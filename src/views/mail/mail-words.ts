import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Category } from '../parts/text/category.ts'

export type Mail = AnswerOf<ProductContract['outbox.list']>['results'][number]
export type MailStatus = Mail['status']
export type OutboxStatus = AnswerOf<ProductContract['outbox.status']>

/** Status of a mail: shape and label. */
export const statusWords: Readonly<Record<MailStatus, { category: Category; word: string }>> = {
  waiting: { category: 'QUEUED', word: 'Waiting' },
  sent: { category: 'PASS', word: 'Sent' },
  failed: { category: 'FAIL', word: 'Not delivered' },
  kept: { category: 'SKIPPED', word: 'Kept here' },
}

export const STATUSES = ['waiting', 'sent', 'failed', 'kept'] as const

const KINDS: Readonly<Record<string, string>> = {
  'verify-address': 'Confirmation of an address',
  'address-taken': 'Address taken',
  'confirm-recipient': 'Confirmation of alerts',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'digest-daily': 'Daily digest',
  'digest-weekly': 'Weekly digest',
  'digest-monthly': 'Monthly digest',
  'alerts-digest': 'Alerts of the day',
  'location-away': 'Location offline',
  'location-back': 'Location online again',
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
