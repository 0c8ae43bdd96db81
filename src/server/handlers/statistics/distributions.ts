import type { distributions } from '../../../contract/statistics/distributions.ts'
import { periodFor } from '../../../domain/core/periods.ts'
import { possibleTime } from '../../../domain/core/possible-times.ts'
import { problem } from '../../../domain/core/problem.ts'
import { type Sketch, sketchTally } from '../../../domain/core/sketch.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import type { Figures } from '../../../domain/statistics/figures.ts'
import { METRICS } from '../../../domain/statistics/measures.ts'
import { gridOf } from '../../../domain/statistics/value-buckets.ts'
import type { HandlersPart } from '../../http/context.ts'
import { openTurns } from '../../in-turns.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { allLocations, locationsFor } from '../../store/agents/locations.ts'
import { categories } from '../../store/identity/codes.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { idOfRun } from '../../store/results/runs.ts'
import { type FiguresRow, inSnapshot, readFigures } from '../../store/statistics/figures.ts'
import { monitorKeys } from '../../store/statistics/monitor-keys.ts'
import { resultsBefore } from '../../store/statistics/results-before.ts'
import { locationFilter } from '../agents/location-filter.ts'
import { tooMany } from './extent.ts'
import { commaIds, namedKeys } from './named-keys.ts'
import { placeOf } from './place-of.ts'
import { windowOf, wireOf } from './window-of.ts'

const QUANTILES = [0.5, 0.95, 0.99]
const LATEST = 10

export const distributionHandlers = () =>
  ({
    'statistics.histogram': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const place = await placeOf(db, project.key, params.loc)
      if (place === null) return notFound('location')
      const metric = query.metric ?? 'total'
      const measure = METRICS[metric]
      const of = { targetKeys: [target.key], window: asked, now, place, measures: [measure] }
      const { window, source, rows } = await readFigures(db, of)
      const values = rows[0]?.figures.measured[measure]
      const tally = sketchTally()
      values?.tallyInto(tally)
      const sketch = tally.sketch()
      const grid = gridOf([sketch])
      const counts = grid.countsOf(sketch)
      const [p50 = null, p95 = null, p99 = null] = values?.quantiles(QUANTILES) ?? []
      const isExact = values?.isExact ?? source === 'results'
      return {
        meta: { ...wireOf(window), source, metric, count: values?.count ?? 0, exact: isExact, p50, p95, p99 },
        results: grid.buckets.map(({ from, to }, index) => ({ from_ms: from, to_ms: to, count: counts[index] ?? 0 })),
      }
    },

    'statistics.latencies': async ({ params, query }, { db, project, now }) => {
      if (params.id !== project.id) return notFound('project')
      const { form = 'sequential', metric = 'total' } = query
      const asked = windowOf(query, now, form === 'sequential' ? query.interval : undefined)
      if (asked instanceof Refusal) return asked
      const known = await monitorKeys(db, project.key)
      const ids = { monitors: commaIds(query.call_ids), locations: commaIds(query.location_ids) }
      const fields = { monitors: 'call_ids', locations: 'location_ids' }
      const keys = await namedKeys(db, project.key, ids, { known, words: 'a monitor of this project', fields })
      if (keys instanceof Refusal) return keys
      const targetKeys = keys.targetKeys ?? [...known.values()]
      const step = form === 'cumulative' ? 'HOUR' : (query.interval ?? periodFor(asked.to - asked.from))
      const [only, ...more] = keys.locationKeys ?? []
      const places = keys.locationKeys ? (await locationsFor(db, project.key)).length : 1
      const extent = { window: asked, step, targets: targetKeys.length, places: more.length > 0 ? places : 1 }
      const refused = tooMany({ ...extent, measures: 1 }, form === 'cumulative' ? 'start' : 'interval')
      if (refused) return refused
      const measure = METRICS[metric]
      const of = { targetKeys, window: asked, now, step, measures: [measure] } as const
      const { window, source, rows } = await readFigures(db, { ...of, place: more.length > 0 ? 'each' : only })
      const columns = new Map<string, FiguresRow[]>()
      for (const row of rows) {
        if (more.length > 0 && !keys.locationKeys?.includes(row.locationKey)) continue
        const hour = form === 'cumulative' ? formatTime(row.start).slice(11, 13) : formatTime(row.start)
        const known = columns.get(hour)
        if (known) known.push(row)
        else columns.set(hour, [row])
      }
      const sketches: [hour: string, Sketch][] = []
      const turn = openTurns()
      const tally = sketchTally()
      for (const [hour, some] of columns) {
        await turn()
        for (const { figures } of some) figures.measured[measure]?.tallyInto(tally)
        sketches.push([hour, tally.sketch()])
      }
      if (form === 'cumulative') sketches.sort(([a], [b]) => (a < b ? -1 : 1))
      const grid = gridOf(sketches.map(([, sketch]) => sketch))
      return {
        meta: {
          ...wireOf(window),
          source,
          metric,
          form,
          interval: form === 'cumulative' ? null : step,
          count: sketches.reduce((sum, [, { count }]) => sum + count, 0),
          buckets: grid.buckets.map(({ from, to }) => ({ from_ms: from, to_ms: to })),
        },
        results: sketches.flatMap(([hour, sketch]) =>
          grid
            .countsOf(sketch)
            .flatMap((count, index) => (count > 0 ? { hour, bucket_ms: grid.buckets[index]?.from ?? 0, count } : [])),
        ),
      }
    },

    'statistics.sizes': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now, query.interval)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const place = await placeOf(db, project.key, params.loc)
      if (place === null) return notFound('location')
      const step = query.interval ?? periodFor(asked.to - asked.from)
      const of = { targetKeys: [target.key], window: asked, now, step, place, measures: ['size'] } as const
      const { window, source, rows } = await readFigures(db, of)
      return {
        meta: { ...wireOf(window), source, interval: step },
        results: rows
          .filter(({ figures }) => figures.answered > 0)
          .map(({ start, figures }) => ({ time: formatTime(start), location_id: params.loc, ...sizesOf(figures) })),
      }
    },

    'statistics.size-locations': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const of = { targetKeys: [target.key], window: asked, now, measures: ['size'] } as const
      const [all, each, locations] = await inSnapshot(db, async (snapshot) => [
        await readFigures(snapshot, of),
        await readFigures(snapshot, { ...of, place: 'each' }),
        await allLocations(snapshot),
      ])
      const idOf = new Map(locations.map(({ key, id }) => [key, id]))
      return {
        meta: { ...wireOf(all.window), source: all.source },
        all: sizesOf(all.rows[0]?.figures),
        results: each.rows.flatMap(({ locationKey, figures }) => {
          const id = idOf.get(locationKey)
          return id === undefined || figures.answered === 0 ? [] : { location_id: id, ...sizesOf(figures) }
        }),
      }
    },

    'statistics.results-before': async ({ params, query }, { db, project, now }) => {
      const asked = query.time === undefined ? now : parseTime(query.time)
      if (asked === null) return invalid([problem('time', 'invalid', 'must be a time such as 2026-01-05T10:00:00Z.')])
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const location = await locationFilter(db, project.key, query.location_id)
      if (location instanceof Refusal) return location
      const before = possibleTime(asked, now)
      const limit = query.limit ?? LATEST
      const rows = await resultsBefore(db, target.key, { before, limit, locationKey: location?.key })
      const idOf = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
      return {
        meta: { time: formatTime(before) },
        results: rows.map((row) => ({
          id: idOfRun(row),
          time: formatTime(row.due),
          latency: row.http_code === null ? null : row.total,
          http_code: row.http_code,
          result_category: categories.name(row.category),
          location_id: idOf.get(row.location_key) ?? '',
          content_length: row.http_code === null ? null : row.response_size,
        })),
      }
    },
  }) satisfies HandlersPart<typeof distributions>

/** The sizes of responses, as the wire has them. */
const sizesOf = (figures: Figures | undefined) => {
  const values = figures?.measured.size
  const [least, most] = [figures?.minSize ?? null, figures?.maxSize ?? null]
  // Sizes are often the same: the extremes are known to the byte, and no quantile lies beyond them.
  const [median = null, p95 = null] = (values?.quantiles([0.5, 0.95]) ?? []).map((size) =>
    size === null || least === null || most === null ? size : Math.min(Math.max(size, least), most),
  )
  return {
    count: values?.count ?? 0,
    median,
    p95,
    min: least,
    max: most,
    mean: values && values.count > 0 ? values.sum / values.count : null,
  }
}
