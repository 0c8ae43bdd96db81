import { deliveryStatus } from '../core/delivery-status.ts'
import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { QUOTAS } from '../core/quotas.ts'
import { id, page, time } from '../core/wire.ts'
import { category } from '../results/results.ts'

export const notificationKind = shape(
  "'alert' | 'recovery' | 'delivery_error' | 'quota' | 'token' | 'location_away' | 'location_back' | 'certificate'",
)

/** A notification of the project. */
const notification = shape({
  id,
  /** When the event began. */
  time,
  kind: notificationKind,
  call_id: 'string | null',
  call_name: 'string | null',
  call_kind: "'monitor' | 'workflow' | null",
  result_id: 'string | null',
  result_category: [category, '|', 'null'],
  /** The location that is offline or online again, or that a monitor has no data from. */
  location_id: 'string | null',
  webhook_id: 'string | null',
  webhook_name: 'string | null',
  /** The token that it is about. */
  token_id: 'string | null',
  token_name: 'string | null',
  /** What a limit is of; null for other kinds. */
  quota: `${oneOf(QUOTAS)} | null`,
  title: 'string',
  text: 'string',
  /** Delivery of the alert's message about `result_id`; null if there is none. */
  delivery: [{ status: deliveryStatus, http_code: 'number | null', error: 'string | null' }, '|', 'null'],
  read: 'boolean',
  /** Number of reports of the event, and the time of the last: an ongoing event stays one notification. */
  times: 'number',
  last_time: time,
})

/** A page of notifications, and the number that the caller has not read, counted up to 100. */
const notifications = shape({
  meta: { more: 'boolean', next_cursor: 'string | null', unread: 'number' },
  results: [notification, '[]'],
})

/** Notifications in the app. */
export const notificationFeed = {
  'notification.list': endpoint('GET /api/2/notifications/', {
    summary: 'Lists the notifications of the project, newest first; kept for 90 days',
    access: 'see',
    query: shape({
      '...': page,
      'kind?': notificationKind,
      'call_id?': 'string <= 128',
      'unread?': "'true' | 'false'",
    }),
    lists: 'results',
    answer: notifications,
  }),
  'notification.list-of-call': endpoint('GET /api/2/notifications/call/{id}/', {
    summary: 'Lists the notifications of one monitor, newest first',
    access: 'see',
    query: shape({ '...': page, 'since?': time }),
    lists: 'results',
    answer: notifications,
  }),
  'notification.mark': endpoint('POST /api/3/notifications/mark', {
    summary: 'Marks notifications as read or unread for the caller only; all of them if no ids are given',
    access: 'see',
    changes: false,
    body: shape({ 'ids?': '(1 <= string <= 128)[] <= 1000', 'read?': 'boolean' }),
    answer: shape({ unread: 'number' }),
  }),
} as const
