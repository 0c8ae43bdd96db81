/** A point of a chart. Points of several groups, such as categories, are thinned out apart. */
export type ChartPoint = {
  readonly at: number
  readonly value: number | null
  readonly group: number
}

type Bucket<Point> = { least: Point; most: Point }

/**
 * Thins out points, sorted by time, to at most `most`: of each group and each part of the time, the least and the greatest value are
 * kept, so that no extreme is lost and a drawing of `most` pixels looks the same. Points without a value count as less than any.
 * `most` must be at least twice the number of groups.
 */
export const keepExtremes = <Point extends ChartPoint>(points: readonly Point[], most: number): Point[] => {
  const [first, last] = [points[0], points.at(-1)]
  if (points.length <= most || !first || !last) return [...points]
  const groups = new Set(points.map(({ group }) => group)).size
  const parts = Math.max(1, Math.floor(most / (2 * groups)))
  const partMs = (last.at - first.at + 1) / parts
  const buckets = new Map<string, Bucket<Point>>()
  const below = (a: Point, b: Point): boolean => (a.value ?? -1) < (b.value ?? -1)
  for (const point of points) {
    const name = `${Math.floor((point.at - first.at) / partMs)} ${point.group}`
    const bucket = buckets.get(name)
    if (!bucket) buckets.set(name, { least: point, most: point })
    else if (below(point, bucket.least)) bucket.least = point
    else if (below(bucket.most, point)) bucket.most = point
  }
  const kept = new Set<Point>()
  for (const { least, most: greatest } of buckets.values()) kept.add(least).add(greatest)
  return points.filter((point) => kept.has(point))
}
