import { type AlertPolicy, type AlertPolicyDraft, NEW_POLICY, PLAIN_POLICY } from '../../domain/alerts/alert-policy.ts'
import { durationText } from '../../domain/core/duration-text.ts'
import { browsersZone } from '../parts/form/time-zones.ts'

/** A policy as the form holds it: numbers as text, empty where a rule is off. */
export type PolicyForm = {
  readonly failing: string
  readonly locations: string
  readonly within: string
  readonly remind: string
  readonly escalate: string
  readonly flapping: string
  readonly flappingWithin: string
  readonly quiet: boolean
  readonly from: string
  readonly to: string
  readonly zone: string
  readonly days: readonly number[]
  readonly merge: boolean
}

const shown = (number: number): string => (number === 0 ? '' : String(number))

/** A stored policy as the form holds it. */
export const policyFormOf = (policy: AlertPolicy = PLAIN_POLICY): PolicyForm => ({
  failing: shown(policy.failing_minutes),
  locations: shown(policy.failing_locations),
  within: shown(policy.within_minutes),
  remind: shown(policy.remind_minutes),
  escalate: shown(policy.escalate_minutes),
  flapping: shown(policy.flapping_incidents),
  flappingWithin: shown(policy.flapping_minutes),
  quiet: policy.quiet_hours !== null,
  from: policy.quiet_hours?.from ?? '22:00',
  to: policy.quiet_hours?.to ?? '07:00',
  zone: policy.quiet_hours?.time_zone ?? browsersZone(),
  days: policy.quiet_hours?.days ?? [],
  merge: policy.merge,
})

const numberIn = (text: string, blank = 0): number => (text.trim() === '' ? blank : Number(text))

/** The policy that the API is sent. */
export const policyDraftOf = (form: PolicyForm): AlertPolicyDraft => ({
  failing_minutes: numberIn(form.failing),
  failing_locations: numberIn(form.locations),
  within_minutes: numberIn(form.within, PLAIN_POLICY.within_minutes),
  remind_minutes: numberIn(form.remind),
  escalate_minutes: numberIn(form.escalate),
  flapping_incidents: numberIn(form.flapping),
  flapping_minutes: numberIn(form.flappingWithin, PLAIN_POLICY.flapping_minutes),
  quiet_hours: form.quiet
    ? { time_zone: form.zone, from: form.from, to: form.to, days: [...form.days].sort((a, b) => a - b) }
    : null,
  merge: form.merge,
})

/** The ranges of the numbers, by their fields of the API. */
export const POLICY_RANGES = {
  failing_minutes: [0, 1440],
  failing_locations: [0, 50],
  within_minutes: [1, 10_080],
  remind_minutes: [0, 10_080],
  escalate_minutes: [0, 1440],
  flapping_incidents: [0, 20],
  flapping_minutes: [1, 1440],
} as const satisfies Partial<Record<keyof AlertPolicyDraft, readonly [number, number]>>

/** Numbers that are not whole or out of range. */
export const policyNumberProblems = (draft: AlertPolicyDraft): { field: string; message: string }[] =>
  Object.entries(POLICY_RANGES).flatMap(([name, [least, most]]) => {
    const number = draft[name as keyof typeof POLICY_RANGES] ?? 0
    if (Number.isInteger(number) && number >= least && number <= most) return []
    return [{ field: `policy.${name}`, message: `policy.${name} must be a whole number from ${least} to ${most}.` }]
  })

/** Whether any rule is on beyond those of a new alert. */
export const hasPolicy = ({ failing, locations, remind, escalate, flapping, quiet, merge }: PolicyForm): boolean =>
  quiet ||
  !merge ||
  numberIn(locations) > NEW_POLICY.failing_locations ||
  [failing, remind, escalate, flapping].some((text) => numberIn(text) !== 0)

const minutes = (text: string): string => durationText((Number(text) || 0) * 60_000)
const isOn = (text: string): boolean => (Number(text) || 0) > 0

/** The rules that are on, each as a sentence. */
export const policySentences = (form: PolicyForm): string[] => [
  ...(isOn(form.failing) ? [`Waits until the monitor has failed for ${minutes(form.failing)}.`] : []),
  ...(isOn(form.locations)
    ? [
        form.locations.trim() === '1'
          ? 'Counts each location by itself: an outage lasts as long as one of them fails.'
          : `Asks for ${form.locations} locations failing at the same time, each counted by itself.`,
      ]
    : []),
  ...(isOn(form.escalate) ? [`Sent only if nobody acknowledges within ${minutes(form.escalate)}.`] : []),
  ...(isOn(form.remind) ? [`Reminds every ${minutes(form.remind)} until somebody acknowledges.`] : []),
  ...(isOn(form.flapping)
    ? [
        `From ${form.flapping} incidents within ${minutes(form.flappingWithin)} on, tells once that it is flapping, and once when it is stable.`,
      ]
    : []),
  ...(form.quiet ? [`Silent from ${form.from} to ${form.to} (${form.zone}); what is still true is sent then.`] : []),
  ...(form.merge
    ? []
    : ['Tells each outage and each monitor by itself, even if another alert told the same receiver.']),
]
