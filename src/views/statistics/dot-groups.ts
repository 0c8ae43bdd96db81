import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { categoryWords } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import type { DotsBy } from './chart-search.ts'

export type ResultPoint = AnswerOf<ProductContract['statistics.points']>['results'][number]

/** Symbols of dots, which differ without their colours. The names are Plotly's. */
const SYMBOLS = ['circle', 'square', 'diamond', 'triangle-up', 'cross', 'x', 'star', 'hexagon'] as const
type DotSymbol = (typeof SYMBOLS)[number] | 'circle-open'

/** Single results of one category, location or IP address. */
export type DotGroup = {
  readonly name: string
  /** Number of its series or its category, from which the legend takes its colour. */
  readonly token: string
  readonly colour: string
  readonly symbol: DotSymbol
  readonly points: readonly ResultPoint[]
}

const CATEGORIES = [
  { name: 'PASS', symbol: 'circle' },
  { name: 'SLOW', symbol: 'circle-open' },
  { name: 'WARNING', symbol: 'triangle-up' },
  { name: 'FAIL', symbol: 'square' },
] as const

/** Groups that have a symbol of their own; the rest is one group. */
const MOST_GROUPS = SYMBOLS.length

const OTHERS = 'others'

/** Divides single results into groups, each with a colour and a symbol, and leaves out results without a response. */
export const dotGroups = (
  points: readonly ResultPoint[],
  by: DotsBy,
  { theme, locationName }: { theme: ChartTheme; locationName: (id: string) => string },
): DotGroup[] => {
  const shown = points.filter(({ value }) => value !== null)
  if (by === 'category')
    return CATEGORIES.map(({ name, symbol }) => ({
      name: categoryWords[name],
      token: name.toLowerCase(),
      colour: theme.categories[name],
      symbol,
      points: shown.filter((point) => point.result_category === name),
    })).filter((group) => group.points.length > 0)
  const keyOf = (point: ResultPoint) => (by === 'location' ? point.location_id : (point.dest_ip ?? ''))
  const named = by === 'location' ? locationName : (ip: string) => ip || 'no address'
  const sizes = new Map<string, number>()
  for (const point of shown) sizes.set(keyOf(point), (sizes.get(keyOf(point)) ?? 0) + 1)
  const keys = [...sizes].sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1)).map(([key]) => key)
  const own = keys.length > MOST_GROUPS ? keys.slice(0, MOST_GROUPS - 1) : keys
  const place = new Map(own.map((key, index) => [key, index]))
  return [...own, ...(keys.length > own.length ? [OTHERS] : [])].map((key, index) => ({
    name: key === OTHERS && index >= own.length ? OTHERS : named(key),
    token: `series-${(index % 8) + 1}`,
    colour: theme.series[index] ?? '',
    symbol: SYMBOLS[index] ?? 'circle',
    points: shown.filter((point) => (place.get(keyOf(point)) ?? own.length) === index),
  }))
}

/** "Fail, 1,204 ms, Frankfurt, 21 Nov, 14:19 CET" */
export const pointWords = (point: ResultPoint, locationName: (id: string) => string): string =>
  [
    categoryWords[point.result_category],
    formats.latency(point.value),
    locationName(point.location_id),
    formats.minute(Date.parse(point.time)),
  ].join(', ')
