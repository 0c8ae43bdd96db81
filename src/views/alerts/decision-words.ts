import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { reasonText } from '../../domain/alerts/alert-reason.ts'
import { deliveryProblem, deliveryWord } from '../../domain/core/delivery-status.ts'
import type { Category } from '../parts/text/category.ts'
import { deliveryLooks } from '../parts/text/delivery-looks.ts'
import { moment } from './moment.ts'

export type Decision = AnswerOf<ProductContract['alert.decisions']>['data'][number]
export type Explanation = AnswerOf<ProductContract['alert.explain']>['data'][number]

/** Why a decision was what it was, in the reader's own time. */
export const decisionText = (decision: Decision): string =>
  reasonText(
    {
      outcome: decision.outcome,
      name: decision.webhook_name,
      category: decision.result_category,
      countedBefore: decision.counted_before,
      counted: decision.counted,
      needed: decision.needed,
      snoozedUntilMs: decision.snoozed_until === null ? null : Date.parse(decision.snoozed_until),
      snoozedBy: decision.snoozed_by,
      silence: decision.no_data && { step: decision.no_data.step, locationId: decision.no_data.location_id },
      event: decision.path.event,
      facts: decision.facts,
    },
    moment,
  )

export type DecisionFate = { readonly category: Category; readonly word: string }

/** The status of the decision's delivery; without one, that it fired, was counted, or stayed quiet. */
export const outcomeOfDecision = (decision: Decision | undefined): DecisionFate => {
  const delivery = decision?.delivery
  if (delivery) return { category: deliveryLooks[delivery.status], word: deliveryWord(delivery) }
  // Nobody was to be told, as after the last recipient unsubscribed, or the delivery is no longer stored.
  if (decision?.sent) return { category: 'SKIPPED', word: 'Fired' }
  if (decision?.outcome === 'counted') return { category: 'QUEUED', word: 'Counted' }
  return { category: 'SKIPPED', word: 'Quiet' }
}

/** Explains why the delivery of a decision has not arrived, and when it is retried; empty if nothing is wrong. */
export const deliveryText = ({ delivery }: Decision): string => {
  if (!delivery) return ''
  const next =
    delivery.status === 'retrying' && delivery.next_try !== null
      ? ` It is retried at ${moment(Date.parse(delivery.next_try))}.`
      : ''
  return `${deliveryProblem(delivery)}${next}`.trim()
}

/** The chart's guards as a person says them: what lets an alert go that way. */
const GUARD_WORDS: Readonly<Record<string, string>> = {
  isTroubleEnough: 'threshold reached',
  isTrouble: 'one more',
  breaksRow: 'streak ends',
  isRecovery: 'one location recovered',
  endsIncident: 'recovered',
  endsRow: 'streak ends',
}

const EVENT_WORDS: Readonly<Record<string, string>> = {
  UNSNOOZE: 'snooze ends',
  TICK: 'time passes',
  NO_DATA: 'no data',
  DATA: 'data again',
  SIGNAL: 'it holds',
  CALM: 'it is over',
}

/** The words at an arrow of the chart: `RESULT [isTrouble]` is "one more". */
export const transitionLabel = (label: string): string =>
  label
    .split(', ')
    .map((part) => {
      const guard = /\[(\w+)\]/.exec(part)?.[1]
      if (guard !== undefined) return GUARD_WORDS[guard] ?? guard
      return EVENT_WORDS[part] ?? part
    })
    .join(', ')

/** The words of a decision that stayed where it was: "one more", or "nothing changes". */
export const unchangedLabel = ({ path }: Decision): string => {
  if (path.guard !== null) return GUARD_WORDS[path.guard] ?? path.guard
  return path.event === 'UNSNOOZE' ? 'snooze ends' : 'nothing changes'
}
