import type { Control, DrawnField } from '../kit/form/field.ts'
import { POLICY_RANGES } from './policy-form.ts'

const numberFrom = (name: keyof typeof POLICY_RANGES): Pick<DrawnField, 'paths' | 'control' | 'part'> => {
  const [min, max] = POLICY_RANGES[name]
  const control: Control = { kind: 'text', type: 'number', inputMode: 'numeric', min, max }
  return { part: 'when it tells', paths: [`policy.${name}`], control }
}

/** Fields of the rules about time, places and people. */
export const POLICY_FIELDS = {
  'policy.failing': {
    label: 'Failing for at least (minutes)',
    subject: 'This',
    optional: true,
    hint: 'In addition to the number in a row.',
    ...numberFrom('failing_minutes'),
  },
  'policy.locations': {
    label: 'Failing in at least (locations)',
    subject: 'This',
    optional: true,
    hint: 'At the same time; each counts its own results in a row. Empty: the results of all locations are one row, which a pass from anywhere ends.',
    ...numberFrom('failing_locations'),
  },
  'policy.within': {
    label: 'Results count for (minutes)',
    subject: 'This',
    hint: 'Longer than the schedule’s period. A location without a newer result is left out.',
    ...numberFrom('within_minutes'),
  },
  'policy.escalate': {
    label: 'Only if nobody acknowledges within (minutes)',
    subject: 'This',
    optional: true,
    hint: 'For a second line: others are told first by alerts of their own.',
    ...numberFrom('escalate_minutes'),
  },
  'policy.remind': {
    label: 'Remind every (minutes)',
    subject: 'This',
    optional: true,
    hint: 'At least 5. Until the incident ends or somebody acknowledges it.',
    ...numberFrom('remind_minutes'),
  },
  'policy.flapping': {
    label: 'Flapping from (incidents)',
    subject: 'This',
    optional: true,
    hint: 'Told once with the count, and again when it has been stable.',
    ...numberFrom('flapping_incidents'),
  },
  'policy.flappingWithin': {
    label: 'Within (minutes)',
    subject: 'This',
    hint: 'Stable after so long without a new incident.',
    ...numberFrom('flapping_minutes'),
  },
  'policy.merge': {
    label: 'Tell each receiver once',
    part: 'when it tells',
    paths: ['policy.merge'],
    hint: 'One message for the beginning of an outage and one for its end, even if other alerts tell the same address. Monitors that fail together share a message.',
    control: { kind: 'switch' },
  },
  'policy.quiet': { label: 'Quiet hours', part: 'quiet hours', control: { kind: 'switch' } },
  'policy.from': {
    label: 'From',
    subject: 'This',
    part: 'quiet hours',
    paths: ['policy.quiet_hours.from'],
    control: { kind: 'text', type: 'time' },
  },
  'policy.to': {
    label: 'To',
    subject: 'This',
    part: 'quiet hours',
    paths: ['policy.quiet_hours.to'],
    control: { kind: 'text', type: 'time' },
  },
  'policy.zone': {
    label: 'Time zone',
    subject: 'This',
    part: 'quiet hours',
    paths: ['policy.quiet_hours.time_zone'],
    control: { kind: 'choice', options: [] },
  },
  'policy.days': {
    label: 'Days',
    part: 'quiet hours',
    hint: 'The days on which they begin; none means every day.',
    control: { kind: 'group' },
  },
} satisfies Record<string, DrawnField>
