import { DAY_MS, HOUR_MS } from '../core/periods.ts'
import type { Window } from '../statistics/windows.ts'
import { burnRate, isSpent, mostAllowed } from './budget.ts'
import { PERIOD_FACTS, windowAt } from './objective-periods.ts'
import type { Objective } from './slo.ts'
import { addTallies, NO_EVENTS, type Tally } from './tally.ts'

/** Events of a step of a period. */
export type Step = Window & Tally

export type Forecast = {
  /** `none`: the data is too thin, or there is no budget. */
  readonly outcome: 'ends' | 'lasts' | 'spent' | 'none'
  readonly ends: number | null
  readonly from: number | null
  readonly eligible: number
  readonly bad: number
  readonly burnRate: number | null
  /** The basis as a sentence. */
  readonly basis: string
}

/** Fewer recent events are no trend. */
const LEAST_EVENTS = 30

const grouped = (count: number): string => new Intl.NumberFormat('en').format(count)

const spanWords = (ms: number): string => {
  const [count, unit] =
    ms >= 2 * DAY_MS ? [ms / DAY_MS, 'days'] : ms >= HOUR_MS ? [ms / HOUR_MS, 'hours'] : [ms / 60_000, 'minutes']
  const whole = Math.max(1, Math.round(count))
  return `${whole} ${whole === 1 ? unit.slice(0, -1) : unit}`
}

const none = (basis: string): Forecast => ({
  outcome: 'none',
  ends: null,
  from: null,
  eligible: 0,
  bad: 0,
  burnRate: null,
  basis,
})

type ForecastOf = {
  readonly objective: Objective
  /** Oldest first, up to now. */
  readonly steps: readonly Step[]
  /** Bad events that the period may have; null without a budget. */
  readonly budget: number | null
  readonly now: number
}

/**
 * Forecasts when the budget ends if bad events go on at their recent rate. A calendar period keeps its bad events until its end; of a
 * rolling one, old events leave the window as time passes, so its budget is followed for one period ahead.
 */
export const forecastOf = ({ objective, steps, budget, now }: ForecastOf): Forecast => {
  const { recentMs, calendar, lengthMs = 0 } = PERIOD_FACTS[objective.period]
  if (budget === null) return none('An objective without an error budget has no forecast.')
  const whole = steps.reduce<Tally>(addTallies, NO_EVENTS)
  if (whole.eligible === 0) return none('There are no results in this period.')
  if (recentMs === undefined) return none('A period of at most an hour is too short for a forecast.')
  const recent = steps.filter((step) => step.from >= now - recentMs)
  const from = Math.max(recent[0]?.from ?? now, windowAt(objective.period, now).from)
  const tally = recent.reduce<Tally>(addTallies, NO_EVENTS)
  const spanMs = now - from
  const length = calendar ? windowAt(objective.period, now) : null
  const rate = burnRate(objective, tally, spanMs / (length ? length.to - length.from : lengthMs))
  const counts = `${grouped(tally.bad)} of ${grouped(tally.eligible)} ${tally.eligible === 1 ? 'event was' : 'events were'} bad in the last ${spanWords(spanMs)}`
  const based = { from, eligible: tally.eligible, bad: tally.bad, burnRate: rate }
  if (isSpent(objective, whole.bad, budget))
    return {
      ...based,
      outcome: 'spent',
      ends: null,
      basis: `${spentWords({ objective, steps, budget, now })} ${counts}.`,
    }
  if (tally.eligible < LEAST_EVENTS || spanMs <= 0)
    return {
      ...based,
      outcome: 'none',
      ends: null,
      basis: `The data is too thin for a forecast: ${tally.eligible} of ${LEAST_EVENTS} events in the last ${spanWords(spanMs)}.`,
    }
  const badPerMs = tally.bad / spanMs
  const ends =
    badPerMs === 0
      ? null
      : calendar
        ? endOfCalendar({ left: budget - whole.bad, badPerMs, now, to: length?.to ?? now })
        : endOfRolling({ steps, budget, bad: whole.bad, badPerMs, now, lengthMs })
  return { ...based, outcome: ends === null ? 'lasts' : 'ends', ends, basis: `${counts}.` }
}

const moment = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

type Spent = {
  readonly objective: Objective
  readonly steps: readonly Step[]
  readonly budget: number
  readonly now: number
}

/** "851 bad events, 280 were allowed: the error budget has been used up since 21 Nov 2026, 14:00 UTC." */
const spentWords = ({ objective, steps, budget, now }: Spent): string => {
  let bad = 0
  const first = steps.find((step) => {
    bad += step.bad
    return isSpent(objective, bad, budget)
  })
  const whole = steps.reduce<Tally>(addTallies, NO_EVENTS).bad
  const allowed = mostAllowed(objective, budget)
  const since = first ? ` since ${moment.format(Math.min(first.to, now))} UTC` : ''
  return `${grouped(whole)} bad ${whole === 1 ? 'event' : 'events'}, ${grouped(allowed)} ${allowed === 1 ? 'was' : 'were'} allowed: the error budget has been used up${since}.`
}

const endOfCalendar = (of: { left: number; badPerMs: number; now: number; to: number }): number | null => {
  const ends = of.now + of.left / of.badPerMs
  return ends < of.to ? Math.ceil(ends) : null
}

type Rolling = {
  readonly steps: readonly Step[]
  readonly budget: number
  readonly bad: number
  readonly badPerMs: number
  readonly now: number
  readonly lengthMs: number
}

/** Follows a rolling budget: as time passes, old steps leave the window evenly, and new bad events come. */
const endOfRolling = ({ steps, budget, bad, badPerMs, now, lengthMs }: Rolling): number | null => {
  let held = bad
  let at = now
  for (const step of steps) {
    const span = Math.min(step.to, now) - step.from
    if (span <= 0) continue
    const gain = badPerMs - step.bad / span
    if (gain > 0 && held + gain * span >= budget) {
      const ends = at + (budget - held) / gain
      return ends < now + lengthMs ? Math.ceil(ends) : null
    }
    held += gain * span
    at += span
  }
  return null
}
