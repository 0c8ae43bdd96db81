import type { alertPolicy, alertPolicyDraft } from '../../contract/alerts/alert-policy.ts'
import type { Shape } from '../../contract/core/endpoint.ts'
import { type Problem, problem } from '../core/problem.ts'
import { isTimeZone } from '../core/zone-time.ts'
import type { QuietHours } from './quiet-hours.ts'

/** When an alert tells, beyond how many results in a row. */
export type AlertPolicy = Shape<typeof alertPolicy>
export type AlertPolicyDraft = Shape<typeof alertPolicyDraft>

/** The policy that changes nothing. */
export const PLAIN_POLICY: AlertPolicy = {
  failing_minutes: 0,
  failing_locations: 0,
  within_minutes: 60,
  remind_minutes: 0,
  escalate_minutes: 0,
  flapping_incidents: 0,
  flapping_minutes: 60,
  quiet_hours: null,
  merge: true,
}

/** The policy of an alert that people make, in a form or by a line: the locations of a monitor do not end each other's outages. */
export const NEW_POLICY: AlertPolicy = { ...PLAIN_POLICY, failing_locations: 1 }

/** A policy with all its fields; absent ones keep the values of `before`. */
export const policyOf = (draft: AlertPolicyDraft | undefined, before: AlertPolicy = PLAIN_POLICY): AlertPolicy => {
  const { quiet_hours, ...rest } = draft ?? {}
  const quiet =
    quiet_hours === undefined ? before.quiet_hours : quiet_hours && { ...quiet_hours, days: daysOf(quiet_hours) }
  return { ...PLAIN_POLICY, ...before, ...rest, quiet_hours: quiet }
}

const daysOf = ({ days = [] }: { readonly days?: readonly number[] }): number[] =>
  [...new Set(days)].sort((a, b) => a - b)

const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/

/** Minutes since midnight of a time such as 22:30; null if it is none. */
const minuteOfDay = (text: string): number | null => {
  const [, hour, minute] = CLOCK.exec(text) ?? []
  return hour === undefined ? null : Number(hour) * 60 + Number(minute)
}

/** Quiet hours as the chart reads them; null if there are none. */
export const quietHoursOf = ({ quiet_hours: quiet }: AlertPolicy): QuietHours | null => {
  if (!quiet) return null
  const [fromMinute, toMinute] = [minuteOfDay(quiet.from), minuteOfDay(quiet.to)]
  return fromMinute === null || toMinute === null
    ? null
    : { zone: quiet.time_zone, fromMinute, toMinute, days: quiet.days }
}

/** Rule violations of a policy. Ranges are checked by its shape. */
export const policyProblems = (draft: AlertPolicyDraft | undefined): Problem[] => {
  const { remind_minutes: remind = 0, flapping_incidents: flapping = 0, quiet_hours: quiet } = draft ?? {}
  const problems: Problem[] = []
  if (remind > 0 && remind < 5)
    problems.push(problem('policy.remind_minutes', 'range', 'must be 0 for no reminders, or 5 to 10080.'))
  if (flapping === 1)
    problems.push(problem('policy.flapping_incidents', 'range', 'must be 0 to tell of each incident, or 2 to 20.'))
  if (!quiet) return problems
  if (!isTimeZone(quiet.time_zone))
    problems.push(problem('policy.quiet_hours.time_zone', 'invalid', 'must be a time zone such as Europe/Berlin.'))
  for (const field of ['from', 'to'] as const)
    if (minuteOfDay(quiet[field]) === null)
      problems.push(problem(`policy.quiet_hours.${field}`, 'invalid', 'must be a time such as 22:00.'))
  if (quiet.from === quiet.to)
    problems.push(
      problem(
        'policy.quiet_hours.to',
        'invalid',
        'must differ from the beginning; to send nothing at all, disable the alert.',
      ),
    )
  return problems
}
