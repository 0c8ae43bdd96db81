import { type RawBuilder, sql } from 'kysely'
import type { Shape } from '../../../contract/core/endpoint.ts'
import { type performance, RUN_MEASURES } from '../../../contract/statistics/performance.ts'
import { parseIp } from '../../../domain/core/ip-address.ts'
import { DAY_MS, periodFor } from '../../../domain/core/periods.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Distribution } from '../../../domain/statistics/distribution.ts'
import { joinFigures } from '../../../domain/statistics/figures.ts'
import { METRICS } from '../../../domain/statistics/measures.ts'
import { allOf, passRate } from '../../../domain/statistics/statistics.ts'
import { durationOf, PERIOD_OF } from '../../../domain/statistics/step-durations.ts'
import type { HandlersPart } from '../../http/context.ts'
import { openTurns } from '../../in-turns.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { allLocations } from '../../store/agents/locations.ts'
import { categories } from '../../store/identity/codes.ts'
import { wentTo } from '../../store/statistics/destinations.ts'
import { type FiguresRow, readFigures } from '../../store/statistics/figures.ts'
import { monitorKeys } from '../../store/statistics/monitor-keys.ts'
import { tooMany } from './extent.ts'
import { namedKeys } from './named-keys.ts'
import { ISO_NAMES, windowOf } from './window-of.ts'

const LONGEST_OF_RESULTS_MS = 31 * DAY_MS

type Asked = Shape<(typeof performance)['statistics.performance']['body']>
type Row = Shape<(typeof performance)['statistics.performance']['answer']>['results'][number]

const SHARES = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 } as const

/** The measures of a distribution; null without values. */
const valuesOf = (
  values: Distribution | undefined,
  measures: readonly (typeof RUN_MEASURES)[number][],
): Record<string, number> | null => {
  if (!values || values.count === 0) return null
  const quantiles = values.quantiles(Object.values(SHARES))
  const known: Record<string, number | null | undefined> = {
    mean: values.sum / values.count,
    ...Object.fromEntries(Object.keys(SHARES).map((name, index) => [name, quantiles[index]])),
  }
  return Object.fromEntries(measures.flatMap((name) => (known[name] == null ? [] : [[name, known[name]]])))
}

export const performanceHandlers = () =>
  ({
    'statistics.performance': async ({ body }, { db, project, now }) => {
      const byTime = body.group_by?.includes('interval') ?? false
      const asked = askedWindow(body, now, byTime)
      if (asked instanceof Refusal) return asked
      const monitors = await monitorKeys(db, project.key)
      const keys = await namedKeys(db, project.key, body, { known: monitors, words: 'a monitor of this project' })
      if (keys instanceof Refusal) return keys
      const { metrics = ['total'], measures = [...RUN_MEASURES], group_by: groupBy = [] } = body
      const step = byTime ? (body.interval ? PERIOD_OF[body.interval] : periodFor(asked.to - asked.from)) : undefined
      const byLocation = groupBy.includes('location')
      const byMonitor = groupBy.includes('monitor')
      const columns = metrics.map((metric) => METRICS[metric])
      const targetKeys = keys.targetKeys ?? [...monitors.values()]
      const locations = byLocation || keys.locationKeys ? await allLocations(db) : []
      const places = new Map(locations.map(({ key, id }) => [key, id]))
      const extent = { window: asked, step, targets: targetKeys.length, places: Math.max(1, places.size) }
      const refused = tooMany({ ...extent, measures: columns.length }, 'group_by')
      if (refused) return refused
      const { window, rows } = await readFigures(db, {
        targetKeys,
        window: asked,
        now,
        step,
        place: byLocation || keys.locationKeys ? 'each' : undefined,
        measures: columns,
        where: conditionOf(body),
      })
      const groups = new Map<string, FiguresRow[]>()
      for (const row of rows) {
        if (keys.locationKeys && !keys.locationKeys.includes(row.locationKey)) continue
        const name = `${row.start} ${byMonitor ? row.targetKey : ''} ${byLocation ? row.locationKey : ''}`
        const known = groups.get(name)
        if (known) known.push(row)
        else groups.set(name, [row])
      }
      const idOf = new Map([...monitors].map(([id, key]) => [key, id]))
      const results: Row[] = []
      const turn = openTurns()
      for (const some of groups.values()) {
        await turn()
        const [first] = some
        const figures = joinFigures(
          some.map((row) => row.figures),
          columns,
        )
        const { pass, slow, warning, fail, measured } = figures
        if (!first || allOf(figures) === 0) continue
        results.push({
          ...(byTime && { time: formatTime(first.start) }),
          ...(byMonitor && { monitor_id: idOf.get(first.targetKey) ?? '' }),
          ...(byLocation && { location_id: places.get(first.locationKey) ?? '' }),
          pass,
          slow,
          warning,
          fail,
          count: allOf(figures),
          pass_rate: passRate(figures),
          metrics: metrics.map((metric) => {
            const values = measured[METRICS[metric]]
            return { metric, count: values?.count ?? 0, values: valuesOf(values, measures) }
          }),
        })
      }
      return {
        meta: {
          from: formatTime(window.from),
          to: formatTime(window.to),
          metrics,
          measures,
          group_by: groupBy,
          interval: step ? durationOf(step) : null,
        },
        results,
      }
    },
  }) satisfies HandlersPart<typeof performance>

/** The condition on single results of a query; undefined without one. */
const conditionOf = ({ status, dest_ip: ip }: Asked): RawBuilder<unknown> | undefined => {
  const parts = [
    ...(status ? [sql`r.category = any(${status.map((name) => categories.code(name))}::smallint[])`] : []),
    ...(ip === undefined ? [] : [wentTo(ip)]),
  ]
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `)
}

const askedWindow = (body: Asked, now: number, byTime: boolean) => {
  if (body.dest_ip !== undefined && !parseIp(body.dest_ip))
    return invalid([problem('dest_ip', 'invalid', 'must be an IP address.')])
  const interval = byTime && body.interval ? PERIOD_OF[body.interval] : undefined
  const window = windowOf({ start: body.from, end: body.to }, now, interval, ISO_NAMES)
  const filter = body.status ? 'status' : body.dest_ip === undefined ? null : 'dest_ip'
  if (window instanceof Refusal || !filter || window.to - window.from <= LONGEST_OF_RESULTS_MS) return window
  return invalid([problem('from', 'range', `must be at most 31 days before to when ${filter} is given.`)])
}
