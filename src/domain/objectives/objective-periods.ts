import { DAY_MS, HOUR_MS, type Period, periodEnd, periodStart } from '../core/periods.ts'
import { latest, type Window } from '../statistics/windows.ts'
import type { ObjectivePeriod } from './slo.ts'

const MINUTE_MS = 60_000

type PeriodFacts = {
  /** The end of a sentence: "over the last 7 days". */
  readonly words: string
  readonly label: string
  /** Milliseconds of a period that ends now; absent for a calendar period. */
  readonly lengthMs?: number
  readonly calendar?: Exclude<Period, 'HOUR'>
  /** Step of its chart; absent: divided into equal parts. */
  readonly step?: 'HOUR' | 'DAY'
  /** Recent time that a forecast is based on; absent: too short for one. */
  readonly recentMs?: number
}

const short = (minutes: number): PeriodFacts => ({
  words: minutes === 60 ? 'over the last hour' : `over the last ${minutes} minutes`,
  label: minutes === 60 ? 'Last hour' : `Last ${minutes} minutes`,
  lengthMs: minutes * MINUTE_MS,
})

/** Facts of each period. Its recent time is about a tenth, but six hours of a day, so that a few failures are no trend. */
export const PERIOD_FACTS: Readonly<Record<ObjectivePeriod, PeriodFacts>> = {
  PT5M: short(5),
  PT10M: short(10),
  PT15M: short(15),
  PT30M: short(30),
  PT1H: short(60),
  P1D: {
    words: 'over the last 24 hours',
    label: 'Last 24 hours',
    lengthMs: DAY_MS,
    step: 'HOUR',
    recentMs: 6 * HOUR_MS,
  },
  P7D: { words: 'over the last 7 days', label: 'Last 7 days', lengthMs: 7 * DAY_MS, step: 'HOUR', recentMs: DAY_MS },
  P30D: {
    words: 'over the last 30 days',
    label: 'Last 30 days',
    lengthMs: 30 * DAY_MS,
    step: 'DAY',
    recentMs: 3 * DAY_MS,
  },
  DAY: { words: 'today (UTC)', label: 'Day (UTC)', calendar: 'DAY', step: 'HOUR', recentMs: 6 * HOUR_MS },
  WEEK: { words: 'this week (UTC)', label: 'Week (UTC)', calendar: 'WEEK', step: 'HOUR', recentMs: DAY_MS },
  MONTH: { words: 'this month (UTC)', label: 'Month (UTC)', calendar: 'MONTH', step: 'DAY', recentMs: 3 * DAY_MS },
}

/** The window of a period at `now`. Calendar periods end in the future. */
export const windowAt = (period: ObjectivePeriod, now: number): Window => {
  const { calendar, lengthMs = 0, step } = PERIOD_FACTS[period]
  if (calendar) {
    const from = periodStart(calendar, now)
    return { from, to: periodEnd(calendar, from) }
  }
  return step ? latest(lengthMs, now) : { from: now - lengthMs, to: now }
}

/** The equally long window before a rolling one, and the whole calendar period before a calendar one. */
export const windowBefore = (period: ObjectivePeriod, now: number): Window => {
  const { from, to } = windowAt(period, now)
  const { calendar } = PERIOD_FACTS[period]
  if (calendar) return { from: periodStart(calendar, from - 1), to: from }
  return { from: from - (to - from), to: from }
}

/** The share of a period that is over: 1 of a rolling one. */
export const elapsedOf = (period: ObjectivePeriod, now: number): number => {
  if (!PERIOD_FACTS[period].calendar) return 1
  const { from, to } = windowAt(period, now)
  return Math.min(1, Math.max(0, (now - from) / (to - from)))
}

const PARTS = 12

/** The steps of a period's chart, up to now, oldest first. The last one may not be over. */
export const stepsOf = (period: ObjectivePeriod, now: number): readonly Window[] => {
  const { from, to } = windowAt(period, now)
  const { step } = PERIOD_FACTS[period]
  if (step === undefined) {
    const length = (to - from) / PARTS
    return Array.from({ length: PARTS }, (_, nth) => ({ from: from + nth * length, to: from + (nth + 1) * length }))
  }
  const steps: Window[] = []
  for (let at = from; at < Math.min(to, now + 1); ) {
    const end = Math.min(to, periodEnd(step, periodStart(step, at)))
    steps.push({ from: at, to: end })
    at = end
  }
  return steps
}

/** Usual length of a step in seconds. */
export const stepSeconds = (period: ObjectivePeriod): number => {
  const { step, lengthMs = 0 } = PERIOD_FACTS[period]
  return (step === 'DAY' ? DAY_MS : step === 'HOUR' ? HOUR_MS : lengthMs / PARTS) / 1_000
}
