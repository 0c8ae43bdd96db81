import { periodAt, type Range, type ScorePeriod } from './score-period.ts'
import { dayWords } from './words.ts'

/** Runs of a monitor in a period, and how they are spread over it. */
export type Coverage = {
  /** PASS + SLOW + FAIL. */
  readonly count: number
  /** UTC days with counted results. */
  readonly days: number
  readonly hasWeekend: boolean
}

const LEAST_COUNT = 50
const LEAST_DAYS: Readonly<Record<ScorePeriod, number>> = { week: 5, month: 20 }

/** Returns why a period has no score, as a sentence; null if it has enough data. */
export const missingData = (period: ScorePeriod, { count, days, hasWeekend }: Coverage): string | null => {
  if (count === 0) return `No runs passed or failed in this ${period}.`
  const lacks = [
    ...(count < LEAST_COUNT ? [`${LEAST_COUNT} runs that passed or failed (there were ${count})`] : []),
    ...(days < LEAST_DAYS[period] ? [`runs on ${LEAST_DAYS[period]} days (there were ${days})`] : []),
    ...(period === 'week' && !hasWeekend ? ['runs on Saturday or Sunday (there were none)'] : []),
  ]
  return lacks.length === 0 ? null : `The score of a ${period} needs ${lacks.join(' and ')}.`
}

/** Returns why a monitor has no report about the last week, as a sentence. `isDue`: it is being computed. */
export const awaitedScore = ({
  last,
  created,
  isDue,
}: {
  readonly last: Range
  readonly created: number
  readonly isDue: boolean
}): string => {
  if (isDue && created < last.to) return 'The score of the last week is being computed.'
  if (created < last.to) return `It did not run in the week from ${dayWords(last.from)} to ${dayWords(last.to - 1)}.`
  const { to } = periodAt('week', created)
  return `It was created on ${dayWords(created)}. Its first score follows when the week is over, on ${dayWords(to)}.`
}
