import { endpoint, shape } from '../core/endpoint.ts'
import { id, page, time } from '../core/wire.ts'
import { category } from '../results/results.ts'

export const notificationKind = shape(
  "'alert' | 'recovery' | 'delivery_error' | 'quota' | 'token' | 'location_away' | 'location_back'",
)

/** Something that people were told of. */
const notification = shape({
  id,
  /** When it began. */
  time,
  kind: notificationKind,
  call_id: 'string | null',
  call_name: 'string | null',
  result_id: 'string | null',
  result_category: [category, '|', 'null'],
  /** The location that it is about: one that is away or back, or that a monitor has no data from. */
  location_id: 'string | null',
  webhook_id: 'string | null',
  webhook_name: 'string | null',
  title: 'string',
  text: 'string',
  read: 'boolean',
  /** How often it was told by now, and when last: what goes on is one notification. */
  times: 'number',
  last_time: time,
})

/** A page of them, and how many of the project the caller has not read: counted up to 100. */
const notifications = shape({
  meta: { more: 'boolean', next_cursor: 'string | null', unread: 'number' },
  results: [notification, '[]'],
})

/** What people are told of in the app. */
export const notificationFeed = {
  'notification.list': endpoint('GET /api/2/notifications/', {
    summary: 'What the project’s people were told of, newest first; kept for 90 days',
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
    summary: 'What they were told of one monitor, newest first',
    access: 'see',
    query: shape({ '...': page, 'since?': time }),
    lists: 'results',
    answer: notifications,
  }),
  'notification.mark': endpoint('POST /api/3/notifications/mark', {
    summary: 'Marks notifications as read, or as not; without ids all that there are. It is so for the caller alone',
    access: 'see',
    body: shape({ 'ids?': '(1 <= string <= 128)[] <= 1000', 'read?': 'boolean' }),
    answer: shape({ unread: 'number' }),
  }),
} as const
