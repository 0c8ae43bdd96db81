import { shape } from './endpoint.ts'
import { oneOf } from './notation.ts'

/**
 * Statuses of a delivery. `delivered`: the other side accepted it. `kept`: no mail server is configured, so the mail stays in the outbox.
 * `withdrawn`: the incident ended before this repeat was sent. `merged`: another message tells the receiver the same.
 */
const DELIVERY_STATUSES = [
  'queued',
  'sending',
  'delivered',
  'kept',
  'retrying',
  'failed',
  'withdrawn',
  'merged',
] as const

export const deliveryStatus = shape(oneOf(DELIVERY_STATUSES))
