import type { Shape } from '../../../contract/core/endpoint.ts'
import type { projectStatistics } from '../../../contract/statistics/project-statistics.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { METRICS } from '../../../domain/statistics/measures.ts'
import { allOf } from '../../../domain/statistics/statistics.ts'
import type { HandlersPart } from '../../http/context.ts'
import { openTurns } from '../../in-turns.ts'
import { notFound, Refusal } from '../../refusal.ts'
import { type FiguresRow, inSnapshot, readFigures } from '../../store/statistics/figures.ts'
import { monitorKeys } from '../../store/statistics/monitor-keys.ts'
import { tooMany } from './extent.ts'
import { placeOf } from './place-of.ts'
import { windowOf, wireOf } from './window-of.ts'

const QUANTILES = [0.5, 0.9, 0.95, 0.99]

type MetricRow = Shape<(typeof projectStatistics)['statistics.project-metrics']['answer']>['results'][number]

/** Monitors whose distributions are in memory together. */
const AT_ONCE = 200

const batches = function* <One>(all: readonly One[]): Generator<readonly One[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** Adds the ids of monitors to rows, in the order of the ids. */
const named = (keys: ReadonlyMap<string, number>, rows: readonly FiguresRow[]) => {
  const byKey = new Map(rows.map((row) => [row.targetKey, row.figures]))
  return [...keys].flatMap(([callId, key]) => {
    const figures = byKey.get(key)
    return figures ? { callId, figures } : []
  })
}

export const projectStatisticsHandlers = () =>
  ({
    'statistics.project-passfail': async ({ query }, { db, project, now }) => {
      const interval = query.interval ?? 'DAY'
      const asked = windowOf(query, now, interval)
      if (asked instanceof Refusal) return asked
      const keys = await monitorKeys(db, project.key)
      const one = query.call_id === undefined ? null : keys.get(query.call_id)
      if (one === undefined) return notFound('monitor')
      const targetKeys = one === null ? [...keys.values()] : [one]
      const extent = { window: asked, step: interval, targets: targetKeys.length, places: 1, measures: 0 }
      const refused = tooMany(extent, 'interval')
      if (refused) return refused
      const { window, rows } = await readFigures(db, { targetKeys, window: asked, now, step: interval, together: true })
      return {
        meta: { ...wireOf(window), interval },
        results: rows.flatMap(({ start, figures }) => {
          const { pass, slow, warning, fail } = figures
          const total = allOf(figures)
          const own = query.call_id === undefined ? {} : { call_id: query.call_id }
          return total === 0 ? [] : { time: formatTime(start), ...own, pass, slow, warning, fail, total }
        }),
      }
    },

    'statistics.project-metrics': async ({ params, query }, { db, project, now }) => {
      if (params.id !== project.id) return notFound('project')
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const place = await placeOf(db, project.key, params.loc)
      if (place === null) return notFound('location')
      const metric = query.metric ?? 'total'
      const measure = METRICS[metric]
      const keys = await monitorKeys(db, project.key)
      const results: MetricRow[] = []
      const covered = await inSnapshot(db, async (snapshot) => {
        const turn = openTurns()
        let window = asked
        for (const some of batches([...keys])) {
          const targetKeys = some.map(([, key]) => key)
          const read = await readFigures(snapshot, { targetKeys, window: asked, now, place, measures: [measure] })
          window = { from: Math.max(window.from, read.window.from), to: Math.min(window.to, read.window.to) }
          for (const { callId, figures } of named(new Map(some), read.rows)) {
            await turn()
            const values = figures.measured[measure]
            if (!values || values.count === 0) continue
            const [p50 = null, p90 = null, p95 = null, p99 = null] = values.quantiles(QUANTILES)
            const { count, sum } = values
            results.push({ call_id: callId, metric, p50, p90, p95, p99, mean: sum / count, count })
          }
        }
        return window
      })
      return { meta: wireOf(covered), results }
    },

    'statistics.project-counts': async ({ params, query }, { db, project, now }) => {
      if (params.id !== project.id) return notFound('project')
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const place = await placeOf(db, project.key, params.loc)
      if (place === null) return notFound('location')
      const keys = await monitorKeys(db, project.key)
      const { window, rows } = await readFigures(db, { targetKeys: [...keys.values()], window: asked, now, place })
      return {
        meta: wireOf(window),
        results: named(keys, rows).flatMap(({ callId, figures }) => {
          const { pass, slow, warning, fail } = figures
          return allOf(figures) === 0 ? [] : { call_id: callId, pass, slow, warning, fail }
        }),
      }
    },
  }) satisfies HandlersPart<typeof projectStatistics>
