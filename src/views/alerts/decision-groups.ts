import type { Decision } from './decision-words.ts'

/** Decisions of one monitor in a row that stayed quiet for the same reason, newest first; every other decision stands alone. */
export type DecisionGroup = readonly [Decision, ...Decision[]]

/** A quiet decision repeats the one before if nothing in its sentence differs. */
const repeats = (a: Decision, b: Decision): boolean =>
  !a.sent &&
  a.outcome === b.outcome &&
  a.result_category === b.result_category &&
  a.snoozed_until === b.snoozed_until &&
  // The sentence of a counted result has its number.
  a.outcome !== 'counted' &&
  a.outcome !== 'row_ended'

const placeOf = ({ webhook_id, call_id, no_data }: Decision): string =>
  `${webhook_id} ${call_id} ${no_data?.location_id}`

/** Groups decisions, newest first, by what stays the same. A group stands where its newest decision does. */
export const decisionGroups = (decisions: readonly Decision[]): readonly DecisionGroup[] => {
  const groups: [Decision, ...Decision[]][] = []
  const open = new Map<string, [Decision, ...Decision[]]>()
  for (const decision of decisions) {
    const group = open.get(placeOf(decision))
    if (group && repeats(group[0], decision)) group.push(decision)
    else {
      const begun: [Decision, ...Decision[]] = [decision]
      groups.push(begun)
      open.set(placeOf(decision), begun)
    }
  }
  return groups
}
