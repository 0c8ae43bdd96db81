import { allowedShare, budgetEvents, burnRate, isSpent, usedOf } from './budget.ts'
import { BURN_WINDOWS, type BurnRates, type BurnWindow } from './burn-alerts.ts'
import { type Forecast, forecastOf, type Step } from './forecast.ts'
import { elapsedOf, PERIOD_FACTS, windowAt } from './objective-periods.ts'
import type { Objective } from './slo.ts'
import { addTallies, NO_EVENTS, satisfies, type Tally } from './tally.ts'

export type ObjectiveState = 'met' | 'at_risk' | 'breached' | 'no_data'

/** Observed events of an objective. */
export type Evidence = {
  /** Steps of its period, oldest first, up to now. */
  readonly steps: readonly Step[]
  /** The metric's value over the period. */
  readonly value: number | null
  /** Events of the windows that end now; absent where they cannot be told, as of weekly reports. */
  readonly recent?: Readonly<Record<BurnWindow, Tally>> | undefined
  /** Why there can be no data, as a sentence. */
  readonly missing?: string | undefined
  /** The share of the period that is over, where it is not the current one. */
  readonly elapsed?: number
}

export type Budget = {
  readonly events: number
  readonly used: number | null
  /** 1 − `used`: negative once it is overspent. */
  readonly remaining: number | null
}

export type Attainment = {
  readonly state: ObjectiveState
  readonly missing: string | null
  readonly value: number | null
  /** Share of good events that is needed. */
  readonly target: number | null
  readonly attainment: number | null
  readonly eligible: number
  readonly good: number
  readonly budget: Budget | null
  readonly burnRate: number | null
  readonly recent: Readonly<Record<BurnWindow, Tally>> | null
  readonly burnRates: BurnRates | null
  readonly forecast: Forecast
}

/** Milliseconds of a whole period. */
const lengthOf = (objective: Objective, now: number): number => {
  const { from, to } = windowAt(objective.period, now)
  return PERIOD_FACTS[objective.period].lengthMs ?? to - from
}

const burnRatesOf = (objective: Objective, recent: Evidence['recent'], now: number): BurnRates | null => {
  if (!recent) return null
  const length = lengthOf(objective, now)
  const rate = (window: BurnWindow) => burnRate(objective, recent[window], BURN_WINDOWS[window] / length)
  return { PT5M: rate('PT5M'), PT30M: rate('PT30M'), PT1H: rate('PT1H'), PT6H: rate('PT6H') }
}

/**
 * Judges how far an objective is attained. Breached: the budget of the whole period is used up, or, without a budget, the value misses its limit.
 * At risk: it is not yet, but the budget burns faster than the period passes, or is forecast to end within it.
 */
export const attainmentOf = (objective: Objective, evidence: Evidence, now: number): Attainment => {
  const { steps, value, recent, missing = 'There are no results in this period.' } = evidence
  const tally = steps.reduce<Tally>(addTallies, NO_EVENTS)
  const elapsed = evidence.elapsed ?? elapsedOf(objective.period, now)
  const events = budgetEvents(objective, tally, elapsed)
  const share = allowedShare(objective)
  const hasData = value !== null && tally.eligible > 0
  const used = events === null ? null : usedOf(tally.bad, events)
  const burn = hasData ? burnRate(objective, tally, elapsed) : null
  const forecast = forecastOf({ objective, steps, budget: hasData ? events : null, now })
  const stateOf = (): ObjectiveState => {
    if (!hasData) return 'no_data'
    if (events === null) return satisfies(value, objective.comparator, objective.value) ? 'met' : 'breached'
    if (isSpent(objective, tally.bad, events)) return 'breached'
    // Bad events beyond a fast start, or a recent rate that would use up what is left.
    return (burn ?? 0) > 1 + 1e-9 || forecast.outcome === 'ends' ? 'at_risk' : 'met'
  }
  return {
    state: stateOf(),
    missing: hasData ? null : missing,
    value,
    target: share === null ? null : 1 - share,
    attainment: hasData && events !== null ? (tally.eligible - tally.bad) / tally.eligible : null,
    eligible: tally.eligible,
    good: tally.eligible - tally.bad,
    budget: hasData && events !== null ? { events, used, remaining: used === null ? null : 1 - used } : null,
    burnRate: burn,
    recent: recent ?? null,
    burnRates: events === null ? null : burnRatesOf(objective, recent, now),
    forecast: hasData ? forecast : { ...forecast, basis: missing },
  }
}

export type BurnStep = Step & {
  /** Remaining share of the budget at the end of the step; negative once it is used up. */
  readonly remaining: number | null
  readonly burnRate: number | null
}

/** The burn-down of a budget: what remains after each step, and how fast each step burned. */
export const burnDown = (objective: Objective, steps: readonly Step[], now: number): readonly BurnStep[] => {
  const budget = budgetEvents(objective, steps.reduce<Tally>(addTallies, NO_EVENTS), elapsedOf(objective.period, now))
  const length = lengthOf(objective, now)
  let bad = 0
  return steps.map((step) => {
    bad += step.bad
    const used = budget === null ? null : usedOf(bad, budget)
    const passed = Math.min(step.to, now) - step.from
    return { ...step, remaining: used === null ? null : 1 - used, burnRate: burnRate(objective, step, passed / length) }
  })
}
