import { DAY_MS, HOUR_MS, type Period, periodEnd, periodStart } from '../core/periods.ts'

/** Lengths of steps that are shorter than an hour, in milliseconds. They are read from the results alone, and so exact. */
export const MINUTE_STEPS = { PT1M: 60_000, PT5M: 300_000 } as const
export type MinuteStep = keyof typeof MINUTE_STEPS
/** Length of a step of time: of a period, or of minutes. */
export type Step = Period | MinuteStep

/** Whether a step is shorter than an hour. */
export const isMinuteStep = (step: Step | undefined): step is MinuteStep => step === 'PT1M' || step === 'PT5M'

/** Start of the step that contains `ms`, in milliseconds since 1970. */
export const stepStart = (step: Step, ms: number): number =>
  isMinuteStep(step) ? Math.floor(ms / MINUTE_STEPS[step]) * MINUTE_STEPS[step] : periodStart(step, ms)

/** End (exclusive) of the step that begins at `start`. */
export const stepEnd = (step: Step, start: number): number =>
  isMinuteStep(step) ? start + MINUTE_STEPS[step] : periodEnd(step, start)

/** A time range over the due times of runs: `from` inclusive, `to` exclusive, in milliseconds. */
export type Window = { readonly from: number; readonly to: number }

/** The latest `lengthMs` milliseconds, a number of hours: they end with the current hour, so that they are made of whole hours. */
export const latest = (lengthMs: number, now: number): Window => {
  const to = periodEnd('HOUR', periodStart('HOUR', now))
  return { from: to - lengthMs, to }
}

/**
 * The part of a window that another one overlaps; null if that is all of it. It is always shorter than the window, so that reading again
 * with it comes to an end.
 */
export const narrowed = (window: Window, part: Window): Window | null => {
  const from = Math.min(window.to, Math.max(window.from, part.from))
  const to = Math.max(from, Math.min(window.to, part.to))
  return to - from < window.to - window.from ? { from, to } : null
}

/** The last 24 hours, everywhere: the current hour and the 23 before it. */
export const lastDay = (now: number): Window => latest(DAY_MS, now)

/** Windows of at most this length are read from the results alone, so that their quantiles are exact. */
const EXACT_MS = 6 * HOUR_MS

/** Sums that are not valid: an hour with results that are not summed up, or a longer period whose parts have changed. */
export type Mark = { readonly period: Period; readonly start: number }

/** Whole periods whose sums are read. `start`: of the step that they belong to; null if each period is a step of its own. */
export type SumPiece = Window & { readonly period: Period; readonly start: number | null }
/** A range whose results are read, within one step. */
export type RawPiece = Window & { readonly start: number }

export type Plan = {
  /** What the figures cover: less than was asked where results are gone. */
  readonly window: Window
  /** Whether quantiles are of the values themselves. */
  readonly isExact: boolean
  readonly sums: readonly SumPiece[]
  readonly raw: readonly RawPiece[]
}

export type PlanOf = {
  readonly window: Window
  /** Periods that are told apart; absent: one figure for the whole window. */
  readonly step?: Step | undefined
  readonly marks: readonly Mark[]
  /** The time from which results are kept. */
  readonly rawSince: number
  /** Whether sums cannot answer, as for one IP address. */
  readonly isRawOnly?: boolean | undefined
  /** Whether sums are read of short windows too: quicker, with counts that are exact and quantiles within 1 %. */
  readonly isSummed?: boolean | undefined
}

/** From the coarsest sums that may be used to the finest. */
const LADDERS: Readonly<Record<Period | 'whole', readonly Period[]>> = {
  whole: ['MONTH', 'DAY', 'HOUR'],
  MONTH: ['MONTH', 'DAY', 'HOUR'],
  WEEK: ['WEEK', 'DAY', 'HOUR'],
  DAY: ['DAY', 'HOUR'],
  HOUR: ['HOUR'],
}

const hourFrom = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS
const hourTo = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS

/** The part of a window that can be answered: a part of an hour cannot once its results are gone. */
export const coveredOf = ({ window: { from, to }, rawSince, isRawOnly }: Omit<PlanOf, 'marks'>): Window => {
  const first = from >= rawSince ? from : isRawOnly ? rawSince : hourFrom(from)
  const last = to > rawSince ? to : isRawOnly ? rawSince : hourTo(to)
  return { from: first, to: Math.max(first, last) }
}

/**
 * Divides a window into whole periods with valid sums, the coarsest possible, and the rest, which is read from the results: the ends of
 * the window, and hours that are not summed up.
 */
export const planOf = (of: PlanOf): Plan => {
  const { step, marks, rawSince, isSummed = false } = of
  const isRawOnly = (of.isRawOnly ?? false) || isMinuteStep(step)
  const window = coveredOf({ ...of, isRawOnly })
  const isShort = of.window.to - of.window.from <= EXACT_MS && window.from >= rawSince
  const isExact = isRawOnly || (isShort && !isSummed)
  const sums: SumPiece[] = []
  const raw: RawPiece[] = []
  const startOf = (ms: number): number => (step === undefined ? of.window.from : stepStart(step, ms))

  const addRaw = (from: number, to: number): void => {
    for (let at = from; at < to; ) {
      const end = step === undefined ? to : Math.min(to, stepEnd(step, stepStart(step, at)))
      const last = raw.at(-1)
      if (last && last.to === at && last.start === startOf(at)) raw[raw.length - 1] = { ...last, to: end }
      else raw.push({ start: startOf(at), from: at, to: end })
      at = end
    }
  }
  const addSum = (period: Period, from: number, to: number): void => {
    const start = period === step ? null : startOf(from)
    const last = sums.at(-1)
    if (last && last.period === period && last.to === from && last.start === start)
      sums[sums.length - 1] = { ...last, to }
    else sums.push({ period, start, from, to })
  }

  const dirty = dirtyOf(marks)
  const fill = (ladder: readonly Period[], from: number, to: number): void => {
    const [period, ...finer] = ladder
    if (period === undefined || from >= to) return
    const begin = periodStart(period, from)
    let at = begin === from ? from : Math.min(to, periodEnd(period, begin))
    fill(finer, from, at)
    for (; at < to && periodEnd(period, at) <= to; at = periodEnd(period, at)) {
      const end = periodEnd(period, at)
      if (!dirty(period, at)) addSum(period, at, end)
      else if (period !== 'HOUR') fill(finer, at, end)
      // Of results that are gone, the sums are all there is.
      else if (at >= rawSince) addRaw(at, end)
      else addSum(period, at, end)
    }
    fill(finer, at, to)
  }

  const [first, last] = [hourFrom(window.from), hourTo(window.to)]
  if (isExact || isMinuteStep(step) || first >= last) addRaw(window.from, window.to)
  else {
    addRaw(window.from, first)
    fill(LADDERS[step ?? 'whole'], first, last)
    addRaw(last, window.to)
  }
  return { window, isExact, sums, raw }
}

/** Whether the sum of a period is not valid, because it or a period within it is marked. */
const dirtyOf = (marks: readonly Mark[]): ((period: Period, start: number) => boolean) => {
  const dirty = new Set<string>()
  for (const { period, start } of marks) {
    dirty.add(`${period} ${start}`)
    const longer: readonly Period[] =
      period === 'HOUR' ? ['DAY', 'WEEK', 'MONTH'] : period === 'DAY' ? ['WEEK', 'MONTH'] : []
    for (const each of longer) dirty.add(`${each} ${periodStart(each, start)}`)
  }
  return (period, start) => dirty.has(`${period} ${start}`)
}
