import type { statistics } from '../../../contract/statistics/statistics.ts'
import { parseIp } from '../../../domain/core/ip-address.ts'
import { DAY_MS, type Period, periodEnd, periodFor, periodStart } from '../../../domain/core/periods.ts'
import type { Problem } from '../../../domain/core/problem.ts'
import { quantile } from '../../../domain/core/sketch.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import { passRate } from '../../../domain/statistics/statistics.ts'
import type { HandlersPart } from '../../http/context.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { allLocations, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { monitors } from '../../store/monitors/monitors.ts'
import {
  destinationsOf,
  type LatencyColumn,
  type LatencyPoint,
  latencyQuantiles,
} from '../../store/statistics/latencies.ts'
import {
  ALL_LOCATIONS,
  locationsWithin,
  mergeRollups,
  type Rollup,
  type RollupQuery,
  readRollups,
} from '../../store/statistics/rollups.ts'
import { scheduleLag } from '../../store/statistics/schedule-lag.ts'
import { locationFilter } from '../agents/location-filter.ts'

const USUAL_SPAN_MS = 7 * DAY_MS
const LONGEST_SPAN_MS = 3660 * DAY_MS
const LONGEST_BY_HOUR_MS = 100 * DAY_MS
const MOST_QUANTILES = 10
/** The result's column of each metric. */
const COLUMNS: Record<string, LatencyColumn> = {
  total: 'total',
  dns: 'dns',
  connect: 'tcp',
  tls: 'handshake',
  ttfb: 'processing',
  response: 'download',
  lag: 'lag',
}

export const statisticsHandlers = () =>
  ({
    'statistics.passfail': async ({ params, query }, { db, project, now }) => {
      const interval = query.interval ?? 'DAY'
      const span = spanOf(query, now, interval)
      if (span instanceof Refusal) return span
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const location = await locationFilter(db, project.key, query.location_id)
      if (location instanceof Refusal) return location
      const rows = await readRollups(db, {
        targetKeys: [target.key],
        period: interval,
        ...span,
        locationKey: location?.key ?? ALL_LOCATIONS,
      })
      return {
        meta: { start: formatTime(span.from), end: formatTime(span.to), interval },
        results: rows.map(({ start, pass, slow, warning, fail }) => ({
          time: formatTime(start),
          pass,
          slow,
          warning,
          fail,
          total: pass + slow + warning + fail,
        })),
      }
    },

    'statistics.metrics': async ({ params, query }, { db, project, now }) => {
      const span = spanOf(query, now, query.interval)
      if (span instanceof Refusal) return span
      const asked = quantilesOf(query)
      if (asked instanceof Refusal) return asked
      if (query.dest_ip !== undefined && !parseIp(query.dest_ip))
        return invalid([{ field: 'dest_ip', code: 'invalid', message: 'dest_ip must be an IP address.' }])
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const locations = await locationsFor(db, project.key)
      const location = params.loc === 'all' ? null : locations.find((one) => one.id === params.loc)
      if (location === undefined) return notFound('location')
      const metric = query.metric ?? 'total'
      const share = query.quantile ?? 0.5
      const shares = [share, ...asked.map(Number)]
      const locationKey = location?.key ?? ALL_LOCATIONS
      const period = query.interval ?? periodFor(span.to - span.from)
      // Rollups exist only for the total; phases and single IP addresses are computed from the results.
      const points =
        metric === 'total' && query.dest_ip === undefined
          ? await totalQuantiles(db, { targetKey: target.key, period, ...span, locationKey }, shares)
          : await latencyQuantiles(db, {
              targetKey: target.key,
              locationKey,
              column: COLUMNS[metric] ?? 'total',
              destIp: query.dest_ip ?? null,
              shares,
              ...span,
              startOf: (ms) => periodStart(period, ms),
            })
      return {
        meta: {
          metric,
          quantile: share,
          quantiles: asked,
          start: formatTime(span.from),
          end: formatTime(span.to),
          interval: period,
          locations: location ? [location.id] : locations.map((one) => one.id),
          dest_ips: await destinationsOf(db, target.key, span),
        },
        results: points.map(({ start, values: [value = 0, ...values], count }) => ({
          time: formatTime(start),
          location_id: params.loc,
          value,
          values: Object.fromEntries(asked.map((name, index) => [name, values[index] ?? 0])),
          count,
        })),
      }
    },

    'statistics.locations': async ({ params, query }, { db, project, now }) => {
      const span = spanOf(query, now)
      if (span instanceof Refusal) return span
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const rollups = { targetKeys: [target.key], period: periodFor(span.to - span.from), ...span }
      const figuresAt = async (locationKey: number) => figuresOf(await readRollups(db, { ...rollups, locationKey }))
      const ranFrom = await locationsWithin(db, target.key, span)
      const results = []
      for (const { id, key } of (await allLocations(db)).filter((location) => ranFrom.has(location.key))) {
        const figures = await figuresAt(key)
        if (figures.count > 0) results.push({ location_id: id, ...figures })
      }
      const all = await figuresAt(ALL_LOCATIONS)
      return { meta: { start: formatTime(span.from), end: formatTime(span.to) }, all, results }
    },

    'statistics.lag': async ({ params, query }, { db, project, now }) => {
      const span = spanOf(query, now)
      if (span instanceof Refusal) return span
      const target = await monitors.read(db, project.key, params.id)
      if (!target) return notFound('monitor')
      const { all, byLocation } = await scheduleLag(db, target.key, span)
      return { meta: { start: formatTime(span.from), end: formatTime(span.to) }, all, results: byLocation }
    },
  }) satisfies HandlersPart<typeof statistics>

const NOTHING = { pass: 0, slow: 0, warning: 0, fail: 0, count: 0, pass_rate: null, median: null, p95: null }

/** Aggregates the rollups of one location. */
const figuresOf = (rows: readonly Rollup[]) => {
  const [sum] = mergeRollups(rows, (row) => ({ ...row, start: 0 }))
  if (!sum) return NOTHING
  const { pass, slow, warning, fail, sketch } = sum
  const count = pass + slow + warning + fail
  return {
    pass,
    slow,
    warning,
    fail,
    count,
    pass_rate: passRate(sum),
    median: quantile(sketch, 0.5),
    p95: quantile(sketch, 0.95),
  }
}

/** Quantiles of the total from rollups, per period. */
const totalQuantiles = async (
  db: Db,
  query: Omit<RollupQuery, 'targetKeys'> & { targetKey: number },
  shares: readonly number[],
): Promise<LatencyPoint[]> => {
  const rows = await readRollups(db, { ...query, targetKeys: [query.targetKey] })
  return mergeRollups(rows, (row) => row)
    .filter(({ sketch }) => sketch.count > 0)
    .map(({ start, sketch }) => ({
      start,
      values: shares.map((share) => quantile(sketch, share) ?? 0),
      count: sketch.count,
    }))
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

/** Returns the time range of a query in milliseconds, or a refusal that names what is wrong. */
const spanOf = (
  query: { start?: string; end?: string },
  now: number,
  interval?: Period,
): { from: number; to: number } | Refusal => {
  const problems: Problem[] = []
  const read = (field: 'start' | 'end', otherwise: number): number => {
    const text = query[field]
    const ms = text === undefined ? otherwise : parseTime(text)
    if (ms === null)
      problems.push({ field, code: 'invalid', message: `${field} must be a time such as 2026-01-05T10:00:00Z.` })
    return ms ?? otherwise
  }
  const to = read('end', now)
  const from = read('start', to - USUAL_SPAN_MS)
  if (problems.length === 0 && from >= to)
    problems.push({ field: 'start', code: 'range', message: 'start must be before end.' })
  if (to - from > LONGEST_SPAN_MS)
    problems.push({ field: 'start', code: 'range', message: 'start must be at most ten years before end.' })
  else if (interval === 'HOUR' && to - from > LONGEST_BY_HOUR_MS)
    problems.push({ field: 'interval', code: 'range', message: 'interval may be HOUR for at most 100 days.' })
  return problems.length > 0 ? invalid(problems) : { from, to: Math.min(to, periodEnd('DAY', now)) }
}
