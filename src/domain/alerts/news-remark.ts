import { durationText } from '../core/duration-text.ts'
import type { AlertPolicy } from './alert-policy.ts'

/** The cause of a message that is not the first of an ordinary incident. */
export type NewsRemark = {
  readonly why?: 'reminder' | 'escalation' | 'flapping'
  readonly turn?: number
  readonly openings?: number
}

/** Says why a message is sent that is not the first of an ordinary incident; null for that one. */
export const remarkOf = ({ why, turn = 0, openings = 0 }: NewsRemark, policy: AlertPolicy): string | null => {
  switch (why) {
    case 'reminder':
      return `This is a reminder, message ${turn} of this incident: nobody has acknowledged it.`
    case 'escalation':
      return `Nobody acknowledged it within ${durationText(policy.escalate_minutes * 60_000)}.`
    case 'flapping':
      return `It is flapping, with ${openings} incidents within ${durationText(policy.flapping_minutes * 60_000)}: further ones are not told until it is stable.`
    default:
      return null
  }
}
