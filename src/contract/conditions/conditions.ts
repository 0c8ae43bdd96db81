import { shape } from '../core/endpoint.ts'

export const outcome = shape("'none' | 'pass' | 'slow' | 'warning' | 'fail'")

const handler = shape({ outcome, 'message?': 'string <= 400' })

/** A check of a result, and the outcome that a true or false answer leads to. */
export const condition = shape({
  'id?': '1 <= string <= 64',
  'enabled?': 'boolean',
  'name?': 'string <= 400',
  source: "'http_code' | 'size' | 'header' | 'text' | 'latency'",
  'property?': 'string <= 400 | null',
  condition:
    "'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'between' | 'not_between' | 'in' | 'not_in' | 'contains' | 'not_contains' | 'starts' | 'ends' | 'exists' | 'not_exists' | 'empty' | 'not_empty'",
  'val?': 'string <= 4096 | null',
  'val2?': 'string <= 4096 | null',
  'on_true?': handler,
  'on_false?': handler,
})

/** The conditions of one monitor, replaced as a whole. */
export const conditionSet = shape({
  meta: { 'call_id?': 'string', 'break_on_fail?': 'boolean' },
  conditions: [condition, '[]'],
})
