import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { Stat } from '../parts/chart/StatStrip.tsx'
import { formats } from '../parts/text/format.ts'

/** Totals of a range. */
export type SpanFigures = AnswerOf<ProductContract['statistics.locations']>['all']

/** Smaller changes count as none: a hundredth of a percentage point, a millisecond. */
const SAME_SHARE = 0.00005
const SAME_MS = 0.5
/** Fewer runs than this show no trend. */
const LEAST_RUNS = 3
/** Relative growth above which a latency counts as worse. */
const MUCH_SLOWER = 0.2

const rateChange = (now: number | null, before: number | null): Stat['change'] => {
  if (now === null || before === null) return undefined
  const difference = now - before
  if (Math.abs(difference) < SAME_SHARE) return { trend: 'same', words: 'unchanged' }
  const points = (Math.abs(difference) * 100).toFixed(2)
  return difference < 0
    ? { trend: 'down', words: `${points} points lower`, bad: true }
    : { trend: 'up', words: `${points} points higher` }
}

/** The change of a latency in words: "88 ms slower". Undefined where one of them is missing. */
export const latencyChange = (now: number | null, before: number | null): Stat['change'] => {
  if (now === null || before === null) return undefined
  const difference = now - before
  if (Math.abs(difference) < SAME_MS) return { trend: 'same', words: 'unchanged' }
  const words = `${formats.latency(Math.abs(difference))} ${difference > 0 ? 'slower' : 'faster'}`
  return { trend: difference > 0 ? 'up' : 'down', words, bad: difference > before * MUCH_SLOWER }
}

const countChange = (now: number, before: number): Stat['change'] => {
  if (before === 0) return undefined
  const difference = now - before
  if (difference === 0) return { trend: 'same', words: 'unchanged' }
  return {
    trend: difference > 0 ? 'up' : 'down',
    words: `${formats.count(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}`,
  }
}

/** Figures and units separately, as the strip displays them. */
const parted = (text: string): Pick<Stat, 'value' | 'unit'> => {
  const [value = text, unit] = text.split(' ')
  return unit === undefined ? { value } : { value, unit }
}

/** Figures of a range, with a score if there is one and their change since the range before; `before` is null until it is loaded. */
export const spanStats = (now: SpanFigures | null, before: SpanFigures | null, score: number | null): Stat[] => {
  const changed = (change: (past: SpanFigures, present: SpanFigures) => Stat['change']): Pick<Stat, 'change'> =>
    now && before && Math.min(now.count, before.count) >= LEAST_RUNS ? { change: change(before, now) } : {}
  return [
    {
      label: 'Pass rate',
      ...parted(formats.rate(now?.pass_rate)),
      ...changed((past, present) => rateChange(present.pass_rate, past.pass_rate)),
    },
    {
      label: 'Median',
      ...parted(formats.latency(now?.median)),
      ...changed((past, present) => latencyChange(present.median, past.median)),
    },
    {
      label: 'p95',
      ...parted(formats.latency(now?.p95)),
      ...changed((past, present) => latencyChange(present.p95, past.p95)),
    },
    {
      label: 'Failed',
      value: formats.count(now?.fail),
      ...(now && now.fail > 0 ? { category: 'FAIL' as const } : {}),
      ...changed((past, present) => countChange(present.fail, past.fail)),
    },
    {
      label: 'Runs',
      value: formats.count(now?.count),
      ...changed((past, present) => countChange(present.count, past.count)),
    },
    ...(score === null ? [] : [{ label: 'Score', value: formats.score(score) }]),
  ]
}
