import { shape } from '../core/endpoint.ts'

/** Hours in which a receiver is sent nothing, on a clock of its own. */
const quietHours = shape({
  /** IANA time zone, such as Europe/Berlin. */
  time_zone: 'string <= 64',
  /** Beginning and end as HH:MM; an end before the beginning is on the next day. */
  from: 'string <= 5',
  to: 'string <= 5',
  /** Weekdays on which they begin, Monday is 1 and Sunday 7; none means every day. */
  'days?': [['1 <= number.integer <= 7', '[]'], '&', 'unknown[] <= 7'],
})

/** When an alert tells, beyond how many results in a row: absent fields have the value that changes nothing. */
export const alertPolicyDraft = shape({
  /** Minutes that a monitor must have failed; 0: no matter how long. */
  'failing_minutes?': '0 <= number.integer <= 1440',
  /** Locations that must fail at the same time, each with so many in a row; 0: results of all locations form one row. */
  'failing_locations?': '0 <= number.integer <= 50',
  /** The age in minutes up to which a location's newest result counts. */
  'within_minutes?': '1 <= number.integer <= 10080',
  /** Reminds every so many minutes while nobody acknowledged the incident; 0: never. */
  'remind_minutes?': '0 <= number.integer <= 10080',
  /** Tells only of what nobody acknowledged within so many minutes; 0: at once. */
  'escalate_minutes?': '0 <= number.integer <= 1440',
  /** From so many incidents within `flapping_minutes` on, the receiver is told once; 0: flapping is not damped. */
  'flapping_incidents?': '0 <= number.integer <= 20',
  'flapping_minutes?': '1 <= number.integer <= 1440',
  'quiet_hours?': [quietHours, '|', 'null'],
  /** Whether messages are left out that another alert sends to the same receiver, and several monitors are told in one message. */
  'merge?': 'boolean',
})

export const alertPolicy = shape({
  failing_minutes: 'number',
  failing_locations: 'number',
  within_minutes: 'number',
  remind_minutes: 'number',
  escalate_minutes: 'number',
  flapping_incidents: 'number',
  flapping_minutes: 'number',
  quiet_hours: [{ time_zone: 'string', from: 'string', to: 'string', days: 'number[]' }, '|', 'null'],
  merge: 'boolean',
})
