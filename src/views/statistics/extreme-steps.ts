import type { LatencyPoint } from './latency-series.ts'

/** Key of the median among a point's values. */
export const MEDIAN = '0.5'

/** The steps with the least and the greatest median; null without points. */
export const extremesOf = (
  points: readonly LatencyPoint[],
): { readonly fastest: LatencyPoint; readonly slowest: LatencyPoint } | null => {
  const [first, ...rest] = points
  if (!first) return null
  const medianOf = ({ values }: LatencyPoint): number => values[MEDIAN] ?? 0
  return rest.reduce(
    ({ fastest, slowest }, point) => ({
      fastest: medianOf(point) < medianOf(fastest) ? point : fastest,
      slowest: medianOf(point) > medianOf(slowest) ? point : slowest,
    }),
    { fastest: first, slowest: first },
  )
}
