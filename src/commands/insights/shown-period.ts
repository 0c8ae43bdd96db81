import { parseTime } from '../../domain/core/wire-time.ts'
import {
  lastPeriod,
  parseInsightsId,
  periodAt,
  type Range,
  type ScorePeriod,
} from '../../domain/insights/score-period.ts'
import type { RouteMatch } from '../core/addresses.ts'

/** The week or month that a screen shows. */
export type ShownPeriod = { readonly period: ScorePeriod; readonly range: Range }

/** Returns the week or month that an address names, by default the last one that is over. Null if its dates name none. */
export const shownPeriod = (
  { name, params, search }: Pick<RouteMatch, 'name' | 'params' | 'search'>,
  now: number,
): ShownPeriod | null => {
  if (name === 'monitor-insights-period') return parseInsightsId(`x__${params.start}__${params.end}`)
  const period = search.period === 'month' ? 'month' : 'week'
  const start = parseTime(search.start ?? '')
  return { period, range: start === null ? lastPeriod(period, now) : periodAt(period, start) }
}
