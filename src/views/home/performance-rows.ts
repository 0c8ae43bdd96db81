import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { HISTORY_DAYS, isAsUsual, LEAST_MEDIANS } from '../../domain/statistics/baseline.ts'
import { formats } from '../parts/text/format.ts'

/** A monitor's figures of a day, week or month, and what is usual. */
export type PerformanceRow = AnswerOf<ProductContract['baseline.dailies']>['results'][number]

/** "from 12 of 28 days": the days with a response that a baseline is of. */
export const fromDays = (days: number): string => `from ${days} of ${HISTORY_DAYS} days`

/** "3 of 7 days": how much of the history that a baseline needs is there. */
export const shortHistory = (days: number): string => `${days} of the ${LEAST_MEDIANS.DAY} days needed`

/** The change of the pass rate, from −1 to 1; null without either. */
export const passRateDelta = ({ pass_rate: now, baseline_pass_rate: usual }: PerformanceRow): number | null =>
  now === null || usual === null ? null : now - usual

const FIGURES: Readonly<Record<string, (row: PerformanceRow) => number | null>> = {
  baseline: ({ baseline_p50: ms }) => ms,
  current: ({ p50 }) => p50,
  delta: ({ delta_pct: delta }) => delta,
  'pass-rate': ({ pass_rate: share }) => share,
  'pass-rate-delta': passRateDelta,
}

/** Columns that begin with their largest figure: the slowest come first. */
const LARGEST_FIRST: readonly string[] = ['baseline', 'current', 'delta']

/** The order that an address names, by default the largest slowdown first; `-` before a column reverses its usual order. */
export const sortOf = (text: string | undefined): { readonly key: string; readonly reversed: boolean } => {
  const reversed = text?.startsWith('-') ?? false
  const key = (reversed ? text?.slice(1) : text) ?? ''
  return key === 'name' || Object.hasOwn(FIGURES, key) ? { key, reversed } : { key: 'delta', reversed: false }
}

/** Whether a column's order, as it is shown, ascends. */
export const ascends = ({ key, reversed }: ReturnType<typeof sortOf>): boolean =>
  LARGEST_FIRST.includes(key) === reversed

const byName = (a: PerformanceRow, b: PerformanceRow): number =>
  a.name.localeCompare(b.name, 'en') || (a.call_id < b.call_id ? -1 : 1)

/** Rows in an order; those without the figure come last in both directions. */
export const inOrder = (rows: readonly PerformanceRow[], sort: string | undefined): PerformanceRow[] => {
  const order = sortOf(sort)
  const sign = ascends(order) ? 1 : -1
  const figure = FIGURES[order.key]
  if (!figure) return rows.toSorted((a, b) => sign * byName(a, b))
  return rows.toSorted((a, b) => {
    const [left, right] = [figure(a), figure(b)]
    if (left === right) return byName(a, b)
    if (left === null) return 1
    if (right === null) return -1
    return sign * (left - right)
  })
}

/** Rows whose name holds a text, with one of these tags if any is named. */
export const matching = (rows: readonly PerformanceRow[], text: string, tags: readonly string[]): PerformanceRow[] => {
  const wanted = text.trim().toLowerCase()
  return rows.filter(
    (row) =>
      row.name.toLowerCase().includes(wanted) && (tags.length === 0 || tags.some((tag) => row.tags.includes(tag))),
  )
}

/** Tags of rows with their number, by name. */
export const tagsOf = (rows: readonly PerformanceRow[]): { value: string; label: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { tags } of rows) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([value, count]) => ({ value, label: value, count }))
}

/** Least change in percent of each step of colour. */
const STEPS = [10, 25, 50] as const

/** The step of a change, from 0 (less than 10 %) to 3 (50 % and more). */
export const stepOf = (delta: number): number => STEPS.filter((least) => Math.abs(delta) >= least).length

/** "34.2 % slower", or "as usual" where the change cannot be told from none. */
export const deltaWords = (delta: number): string =>
  isAsUsual(delta) ? 'as usual' : `${formats.fineMilliseconds(Math.abs(delta))} % ${delta > 0 ? 'slower' : 'faster'}`

/** "0.42 points lower", "as usual". A point is a percent of all results. */
export const passDeltaWords = (delta: number): string => {
  const size = formats.score(Math.abs(delta) * 100)
  return size === '0.00' ? 'as usual' : `${size} points ${delta > 0 ? 'higher' : 'lower'}`
}
