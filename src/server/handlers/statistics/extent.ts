import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import { problem } from '../../../domain/core/problem.ts'
import { MINUTE_STEPS, type Step, type Window } from '../../../domain/statistics/windows.ts'
import { invalid, type Refusal } from '../../refusal.ts'

/** Stored sums with distributions that one answer may be made of: all are in memory at once. */
const MOST_DISTRIBUTIONS = 20_000
/** Stored sums that the database may add up for one answer. */
const MOST_SUMS = 2_000_000

const LENGTH_MS: Readonly<Record<Step, number>> = {
  ...MINUTE_STEPS,
  HOUR: HOUR_MS,
  DAY: DAY_MS,
  WEEK: 7 * DAY_MS,
  MONTH: 28 * DAY_MS,
}

type Extent = {
  readonly window: Window
  /** Absent: the whole window is one step. */
  readonly step: Step | undefined
  readonly targets: number
  /** Locations that are told apart; 1 if none are. */
  readonly places: number
  /** Measures with a distribution. */
  readonly measures: number
}

/** A window is read as at most this many whole days and hours besides its months. */
const ENDS = 2 * 30 + 2 * 24

const periodsOf = ({ window: { from, to }, step }: Extent): number =>
  step === undefined
    ? Math.min(ENDS, Math.ceil((to - from) / DAY_MS) + 2 * 24) + Math.floor((to - from) / LENGTH_MS.MONTH)
    : Math.ceil((to - from) / LENGTH_MS[step]) + 1

/** Refuses figures that are made of too many sums, before any is read; null if they can be read. `field`: what makes them so many. */
export const tooMany = (extent: Extent, field: string): Refusal | null => {
  const { targets, places, measures } = extent
  const periods = periodsOf(extent)
  const sums = targets * places * periods * Math.max(1, measures)
  if (sums <= (measures > 0 ? MOST_DISTRIBUTIONS : MOST_SUMS)) return null
  const counted = [`${targets} monitors`, ...(places > 1 ? [`${places} locations`] : []), `${periods} periods`]
  const words = `asks for too much at once: ${counted.join(' × ')}. Choose longer intervals, a shorter time or fewer monitors.`
  return invalid([problem(field, 'range', words)])
}
