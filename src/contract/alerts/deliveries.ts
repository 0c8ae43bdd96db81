import { endpoint, shape } from '../core/endpoint.ts'
import { data, id, time } from '../core/wire.ts'
import { alertCategory } from './webhooks.ts'

const status = shape("'waiting' | 'delivered' | 'retrying' | 'failed'")

/** One message of a webhook, and how far it has come. */
export const delivery = shape({
  key: id,
  /** When it was queued. */
  time,
  kind: "'alert' | 'recovery'",
  /** Null where it is gone. */
  monitor: [{ id: 'string', name: 'string' }, '|', 'null'],
  /** Null where it is about no data. */
  result_id: 'string | null',
  result_category: [alertCategory, '|', 'null'],
  /** The one address that it is for, where it is mail. */
  recipient: 'string | null',
  status,
  tries: 'number',
  last_try: 'string | null',
  /** When it is tried again by itself. */
  next_try: 'string | null',
  http_code: 'number | null',
  /** What went wrong at the last try, as a sentence. */
  error: 'string | null',
})

const header = shape({ key: 'string', value: 'string' })

/** What has become of the messages of webhooks. */
export const deliveries = {
  'delivery.list': endpoint('GET /api/3/webhooks/{id}/deliveries', {
    summary: 'The messages of a webhook, newest first: what became of each, and when it is tried again',
    access: 'see',
    query: shape({
      'cursor?': 'string <= 512',
      'limit?': '1 <= number.integer <= 100',
      'status?': status,
      'monitor_id?': 'string <= 128',
    }),
    lists: 'data',
    answer: data(delivery),
  }),
  'delivery.read': endpoint('GET /api/3/webhooks/{id}/deliveries/{key}', {
    summary: 'One message with what is sent by the webhook as it is now, its secrets masked',
    access: 'inspect',
    answer: shape({
      delivery,
      /** Null where it is no request: mail, or the run of a monitor. */
      request: [{ method: 'string', url: 'string', headers: [header, '[]'] }, '|', 'null'],
      /** The subject of a mail. */
      subject: 'string | null',
      /** The body of the request, the text of the mail, or what is done, as a sentence. */
      content: 'string',
    }),
  }),
  'delivery.retry': endpoint('POST /api/3/webhooks/{id}/deliveries/{key}/retry', {
    summary:
      'Sends a message once more, now: one that failed, one that waits to be tried again, or one that had arrived',
    access: 'edit',
    limit: 'send',
    reaches: true,
    audit: 'delivery.retry',
    answer: delivery,
  }),
} as const
