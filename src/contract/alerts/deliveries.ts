import { deliveryStatus } from '../core/delivery-status.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { data, id, time } from '../core/wire.ts'
import { alertCategory } from './webhooks.ts'

/** One delivery of an alert and its current state. */
export const delivery = shape({
  key: id,
  /** When it was queued. */
  time,
  kind: "'alert' | 'recovery'",
  /** Null when the monitor was deleted. */
  monitor: [{ id: 'string', name: 'string', kind: "'monitor' | 'workflow'" }, '|', 'null'],
  /** Null when the alert is about missing data. */
  result_id: 'string | null',
  /** The recipient's address if the channel is email. */
  result_category: [alertCategory, '|', 'null'],
  recipient: 'string | null',
  status: deliveryStatus,
  tries: 'number',
  last_try: 'string | null',
  /** When the next automatic attempt is due. */
  next_try: 'string | null',
  http_code: 'number | null',
  /** Error of the last attempt, as a sentence. */
  error: 'string | null',
})

const header = shape({ key: 'string', value: 'string' })

/** Deliveries of alerts. */
export const deliveries = {
  'delivery.list': endpoint('GET /api/3/webhooks/{id}/deliveries', {
    summary: 'Lists the deliveries of an alert, newest first, with their status and next attempt',
    access: 'see',
    query: shape({
      'cursor?': 'string <= 512',
      'limit?': '1 <= number.integer <= 100',
      'status?': deliveryStatus,
      'monitor_id?': 'string <= 128',
    }),
    lists: 'data',
    answer: data(delivery),
  }),
  'delivery.read': endpoint('GET /api/3/webhooks/{id}/deliveries/{key}', {
    summary: 'Returns one delivery with its content as the alert would send it now, secrets masked',
    access: 'inspect',
    answer: shape({
      delivery,
      /** Null when the delivery is no request: email, or the run of a monitor. */
      request: [{ method: 'string', url: 'string', headers: [header, '[]'] }, '|', 'null'],
      /** The subject of an email. */
      subject: 'string | null',
      /** The body of the request, the text of the email, or the action as a sentence. */
      content: 'string',
    }),
  }),
  'delivery.retry': endpoint('POST /api/3/webhooks/{id}/deliveries/{key}/retry', {
    summary: 'Sends a delivery again now, whatever its status',
    access: 'edit',
    changes: false,
    limit: 'send',
    reaches: true,
    audit: 'delivery.retry',
    answer: delivery,
  }),
} as const
