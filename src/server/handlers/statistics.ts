import { parseIp } from '../../domain/ip-address.ts'
import { DAY_MS, periodEnd, periodFor, periodStart } from '../../domain/periods.ts'
import type { Problem } from '../../domain/problem.ts'
import { quantile } from '../../domain/sketch.ts'
import { formatTime, parseTime } from '../../domain/wire-time.ts'
import type { Handlers } from '../http/context.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import type { Db } from '../store/database.ts'
import { destinationsOf, type LatencyColumn, type LatencyPoint, latencyQuantiles } from '../store/latencies.ts'
import { allLocations } from '../store/locations.ts'
import { monitors } from '../store/monitors.ts'
import { ALL_LOCATIONS, type RollupQuery, readRollups, sumUp } from '../store/rollups.ts'

type Names = 'statistics.passfail' | 'statistics.metrics'

const USUAL_SPAN_MS = 7 * DAY_MS
const LONGEST_SPAN_MS = 3660 * DAY_MS
/** Which phase of a result a metric is. */
const COLUMNS: Record<string, LatencyColumn> = {
  total: 'total',
  dns: 'dns',
  connect: 'tcp',
  tls: 'handshake',
  ttfb: 'processing',
  response: 'download',
}

export const statisticsHandlers = (): Pick<Handlers, Names> => ({
  'statistics.passfail': async ({ params, query }, { db, project, now }) => {
    const span = spanOf(query, now)
    if (span instanceof Refusal) return span
    const target = await monitors.read(db, project.key, params.id)
    if (!target) return notFound('monitor')
    const days = await readRollups(db, { targetKeys: [target.key], period: 'DAY', ...span, locationKey: ALL_LOCATIONS })
    return {
      meta: { start: formatTime(span.from), end: formatTime(span.to), interval: 'DAY' },
      results: days.map(({ start, pass, slow, warning, fail }) => ({
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
    const span = spanOf(query, now)
    if (span instanceof Refusal) return span
    if (query.dest_ip !== undefined && !parseIp(query.dest_ip))
      return invalid([{ field: 'dest_ip', code: 'invalid', message: 'dest_ip must be an IP address.' }])
    const target = await monitors.read(db, project.key, params.id)
    if (!target) return notFound('monitor')
    const locations = await allLocations(db)
    const location = params.loc === 'all' ? null : locations.find((one) => one.id === params.loc)
    if (location === undefined) return notFound('location')
    const metric = query.metric ?? 'total'
    const share = query.quantile ?? 0.5
    const locationKey = location?.key ?? ALL_LOCATIONS
    const period = periodFor(span.to - span.from)
    // Sums are kept of the total; a phase, or one address, is counted from the results themselves.
    const points =
      metric === 'total' && query.dest_ip === undefined
        ? await totalQuantiles(db, { targetKey: target.key, period, ...span, locationKey }, share)
        : await latencyQuantiles(db, {
            targetKey: target.key,
            locationKey,
            column: COLUMNS[metric] ?? 'total',
            destIp: query.dest_ip ?? null,
            share,
            ...span,
            startOf: (ms) => periodStart(period, ms),
          })
    return {
      meta: {
        metric,
        quantile: share,
        start: formatTime(span.from),
        end: formatTime(span.to),
        interval: period,
        locations: location ? [location.id] : locations.map((one) => one.id),
        dest_ips: await destinationsOf(db, target.key, span),
      },
      results: points.map(({ start, value, count }) => ({
        time: formatTime(start),
        location_id: params.loc,
        value,
        count,
      })),
    }
  },
})

/** Quantiles of the total from the sums that are kept, period by period. */
const totalQuantiles = async (
  db: Db,
  query: Omit<RollupQuery, 'targetKeys'> & { targetKey: number },
  share: number,
): Promise<LatencyPoint[]> => {
  const rows = await readRollups(db, { ...query, targetKeys: [query.targetKey] })
  return sumUp(rows, (row) => row).flatMap(({ start, sketch }) => {
    const value = quantile(sketch, share)
    return value === null ? [] : [{ start, value, count: sketch.count }]
  })
}

/** The span that a query asks for, in milliseconds; a refusal names the end that is wrong. */
const spanOf = (query: { start?: string; end?: string }, now: number): { from: number; to: number } | Refusal => {
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
  return problems.length > 0 ? invalid(problems) : { from, to: Math.min(to, periodEnd('DAY', now)) }
}
