import type { statistics } from '../../../contract/statistics/statistics.ts'
import { parseIp } from '../../../domain/core/ip-address.ts'
import { periodFor } from '../../../domain/core/periods.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Figures } from '../../../domain/statistics/figures.ts'
import { METRICS, type Metric } from '../../../domain/statistics/measures.ts'
import { allOf, passRate } from '../../../domain/statistics/statistics.ts'
import type { Step, Window } from '../../../domain/statistics/windows.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { allLocations, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import { destinationsOf, wentTo } from '../../store/statistics/destinations.ts'
import { inSnapshot, readFigures } from '../../store/statistics/figures.ts'
import { lagByStep, scheduleLag } from '../../store/statistics/schedule-lag.ts'
import { ALL_LOCATIONS } from '../../store/statistics/sum-rows.ts'
import { locationFilter } from '../agents/location-filter.ts'
import { windowOf, wireOf } from './window-of.ts'

const MOST_QUANTILES = 10
/** Figures of locations without results. */
const NOTHING = { pass: 0, slow: 0, warning: 0, fail: 0, count: 0, pass_rate: null, median: null, p95: null }

export const statisticsHandlers = () =>
  ({
    'statistics.passfail': async ({ params, query }, { db, project, now }) => {
      const interval = query.interval ?? 'DAY'
      const asked = windowOf(query, now, interval)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const location = await locationFilter(db, project.key, query.location_id)
      if (location instanceof Refusal) return location
      const { window, rows } = await readFigures(db, {
        targetKeys: [target.key],
        window: asked,
        now,
        step: interval,
        place: location?.key,
      })
      return {
        meta: { ...wireOf(window), interval },
        results: rows
          .filter(({ figures }) => allOf(figures) > 0)
          .map(({ start, figures }) => {
            const { pass, slow, warning, fail } = figures
            return { time: formatTime(start), pass, slow, warning, fail, total: allOf(figures) }
          }),
      }
    },

    'statistics.metrics': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now, query.interval)
      if (asked instanceof Refusal) return asked
      const names = quantilesOf(query)
      if (names instanceof Refusal) return names
      if (query.dest_ip !== undefined && !parseIp(query.dest_ip))
        return invalid([{ field: 'dest_ip', code: 'invalid', message: 'dest_ip must be an IP address.' }])
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const locations = await locationsFor(db, project.key)
      const location = params.loc === 'all' ? null : locations.find((one) => one.id === params.loc)
      if (location === undefined) return notFound('location')
      const metric = query.metric ?? 'total'
      const share = query.quantile ?? 0.5
      const step = query.interval ?? periodFor(asked.to - asked.from)
      const { window, points } = await pointsOf(db, target.key, {
        metric,
        destIp: query.dest_ip,
        shares: [share, ...names.map(Number)],
        locationKey: location?.key ?? ALL_LOCATIONS,
        window: asked,
        step,
        now,
      })
      return {
        meta: {
          metric,
          quantile: share,
          quantiles: names,
          ...wireOf(window),
          interval: step,
          locations: location ? [location.id] : locations.map((one) => one.id),
          dest_ips: await destinationsOf(db, target.key, window),
        },
        results: points.map(({ start, values: [value = 0, ...values], count }) => ({
          time: formatTime(start),
          location_id: params.loc,
          value,
          values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? 0])),
          count,
        })),
      }
    },

    'statistics.locations': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const of = { targetKeys: [target.key], window: asked, now, measures: ['total'] } as const
      const [all, each, locations] = await inSnapshot(db, async (snapshot) => [
        await readFigures(snapshot, of),
        await readFigures(snapshot, { ...of, place: 'each' }),
        await allLocations(snapshot),
      ])
      const idOf = new Map(locations.map(({ key, id }) => [key, id]))
      const results = each.rows.flatMap(({ locationKey, figures }) => {
        const id = idOf.get(locationKey)
        return id === undefined || allOf(figures) === 0 ? [] : { location_id: id, ...figuresOf(figures) }
      })
      const [row] = all.rows
      return { meta: wireOf(all.window), all: row ? figuresOf(row.figures) : NOTHING, results }
    },

    'statistics.lag': async ({ params, query }, { db, project, now }) => {
      const asked = windowOf(query, now)
      if (asked instanceof Refusal) return asked
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const { window, all, byLocation } = await scheduleLag(db, target.key, { window: asked, now })
      return { meta: wireOf(window), all, results: byLocation }
    },
  }) satisfies HandlersPart<typeof statistics>

/** Figures of the results of a window, as the wire has them. */
const figuresOf = (figures: Figures) => {
  const { pass, slow, warning, fail, measured } = figures
  const [median = null, p95 = null] = measured.total?.quantiles([0.5, 0.95]) ?? []
  return { pass, slow, warning, fail, count: allOf(figures), pass_rate: passRate(figures), median, p95 }
}

type Point = { readonly start: number; readonly values: readonly number[]; readonly count: number }

/** Quantiles of a metric by step; steps without values are absent. */
const pointsOf = async (
  db: Db,
  targetKey: number,
  of: {
    metric: Metric | 'lag'
    destIp: string | undefined
    shares: readonly number[]
    locationKey: number
    window: Window
    step: Step
    now: number
  },
): Promise<{ window: Window; points: readonly Point[] }> => {
  if (of.metric === 'lag') return lagByStep(db, targetKey, of)
  const measure = METRICS[of.metric]
  const { window, rows } = await readFigures(db, {
    ...of,
    targetKeys: [targetKey],
    place: of.locationKey,
    measures: [measure],
    where: of.destIp === undefined ? undefined : wentTo(of.destIp),
  })
  const points = rows.flatMap(({ start, figures: { measured } }) => {
    const values = measured[measure]
    if (!values || values.count === 0) return []
    const quantiles = values.quantiles(of.shares).flatMap((value) => value ?? [])
    return { start, values: quantiles, count: values.count }
  })
  return { window, points }
}

/** Returns the quantiles of a query as written; without a list, the one of `quantile`. */
const quantilesOf = (query: { quantile?: number; quantiles?: string }): string[] | Refusal => {
  if (query.quantiles === undefined) return [String(query.quantile ?? 0.5)]
  const names = [...new Set(query.quantiles.split(',').map((name) => name.trim()))]
  const isRight = names.every((name) => /^\d*\.?\d+$/.test(name) && Number(name) <= 1)
  if (isRight && names.length <= MOST_QUANTILES) return names
  const message = `quantiles must be 1 to ${MOST_QUANTILES} numbers from 0 to 1, separated by commas.`
  return invalid([{ field: 'quantiles', code: 'invalid', message }])
}
