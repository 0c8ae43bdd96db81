import { HOUR_MS } from '../core/periods.ts'
import type { Range } from './score-period.ts'
import { atRank, MARK, type Series } from './series.ts'

/** Hours of a period that have counted results. */
export type Hours = {
  readonly starts: readonly number[]
  /** How many of them had no failure and usual latencies. */
  readonly steady: number
}

/** An hour is slow if the median ratio of its latencies to the medians of their locations is above this. */
const MOST_RATIO = 1.3

/**
 * Finds the hours with counted results, and counts the steady ones: without any failure, and with a median ratio of at most 1.3 between
 * each latency and the median of its location in the period.
 */
export function* hoursOf(
  all: readonly Series[],
  { from, to }: Range,
  medians: ReadonlyMap<number, number>,
): Generator<void, Hours> {
  const hours = Math.ceil((to - from) / HOUR_MS)
  const [counted, failed, answers] = [new Uint8Array(hours), new Uint8Array(hours), new Int32Array(hours + 1)]
  const each = (visit: (series: Series, index: number, hour: number) => void) => (series: Series) => {
    for (let index = 0; index < series.due.length; index++) {
      const at = series.due[index] ?? 0
      if (at >= from && at < to) visit(series, index, Math.floor((at - from) / HOUR_MS))
    }
  }
  const count = each(({ mark, answered }, index, hour) => {
    if (mark[index] !== MARK.warning) counted[hour] = 1
    if (mark[index] === MARK.fail) failed[hour] = 1
    if (answered[index] === 1) answers[hour + 1] = (answers[hour + 1] ?? 0) + 1
  })
  for (const series of all) {
    count(series)
    yield
  }
  // The ratios of an hour lie between its offset and the next hour's.
  for (let hour = 0; hour < hours; hour++) answers[hour + 1] = (answers[hour + 1] ?? 0) + (answers[hour] ?? 0)
  const ratios = new Float64Array(answers[hours] ?? 0)
  const next = answers.slice()
  const fill = each((series, index, hour) => {
    const median = medians.get(series.place.key) ?? 0
    if (series.answered[index] !== 1) return
    const at = next[hour] ?? 0
    ratios[at] = median > 0 ? (series.total[index] ?? 0) / median : 1
    next[hour] = at + 1
  })
  for (const series of all) {
    fill(series)
    yield
  }
  const starts: number[] = []
  let steady = 0
  for (let hour = 0; hour < hours; hour++) {
    if (counted[hour] === 0) continue
    starts.push(from + hour * HOUR_MS)
    const median = atRank(ratios.subarray(answers[hour], answers[hour + 1]).sort(), 0.5)
    if (failed[hour] === 0 && (median ?? 1) <= MOST_RATIO) steady++
  }
  return { starts, steady }
}
