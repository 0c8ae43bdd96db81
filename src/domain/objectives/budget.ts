import { METRIC_FACTS, shareOf } from './metric-facts.ts'
import type { Objective } from './slo.ts'
import type { Tally } from './tally.ts'

/** Rounds away the error of binary fractions: 100 − 99.9 is 0.09999999999999432. */
const exactly = (share: number): number => Math.round(share * 1e9) / 1e9

/**
 * The share of events that may be bad: 0.001 of "availability ≥ 99.9 %", 0.05 of "p95 < 500 ms". Null for counts, which may have a
 * number of bad events, and for means and scores, which have no budget.
 */
export const allowedShare = ({ metric, measure, comparator, value }: Objective): number | null => {
  const quantile = shareOf(measure)
  if (quantile !== null) return exactly(1 - quantile)
  if (measure !== 'rate' || METRIC_FACTS[metric].unit !== 'percent') return null
  return exactly((comparator.startsWith('>') ? 100 - value : value) / 100)
}

/** The bad events that a period may have; null without a budget. `elapsed`: the share of the period that is over. */
export const budgetEvents = (objective: Objective, { eligible }: Tally, elapsed: number): number | null => {
  if (objective.measure === 'count') return objective.value
  const share = allowedShare(objective)
  return share === null ? null : elapsed > 0 ? (share * eligible) / elapsed : 0
}

/** The used share of a budget; null where nothing may fail and something did. */
export const usedOf = (bad: number, budget: number): number | null => (bad === 0 ? 0 : budget > 0 ? bad / budget : null)

/** With `<` and `>`, using a budget up exactly is too much. */
const isStrict = ({ comparator, measure }: Objective): boolean => shareOf(measure) === null && comparator.length === 1

const slackOf = (budget: number): number => 1e-9 * Math.max(1, budget)

/** Whether bad events exceed a budget. */
export const isSpent = (objective: Objective, bad: number, budget: number): boolean =>
  isStrict(objective) ? bad > 0 && bad >= budget - slackOf(budget) : bad > budget + slackOf(budget)

/** The most bad events that do not exceed a budget: 29 of "fewer than 30". */
export const mostAllowed = (objective: Objective, budget: number): number =>
  isStrict(objective)
    ? Math.max(0, Math.ceil(budget - slackOf(budget)) - 1)
    : Math.max(0, Math.floor(budget + slackOf(budget)))

/**
 * The burn rate in a part of a period: the used share of the budget divided by the share of the period. 1 uses up the budget exactly by
 * the end. Of shares it is the share of bad events divided by the share that may be bad. Null without events, or where nothing may fail
 * and something did.
 */
export const burnRate = (objective: Objective, { eligible, bad }: Tally, partOfPeriod: number): number | null => {
  if (eligible === 0) return null
  if (objective.measure === 'count')
    return bad === 0 ? 0 : objective.value > 0 && partOfPeriod > 0 ? bad / objective.value / partOfPeriod : null
  const share = allowedShare(objective)
  if (share === null) return null
  return bad === 0 ? 0 : share > 0 ? bad / eligible / share : null
}
