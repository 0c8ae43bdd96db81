import type { Shape } from '../../../contract/core/endpoint.ts'
import type { baselines } from '../../../contract/statistics/baselines.ts'
import { DAY_MS, HOUR_MS, type Period, periodEnd, periodStart } from '../../../domain/core/periods.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import { type Baseline, baselineOf, deltaPct, HISTORY_MS, historyOf } from '../../../domain/statistics/baseline.ts'
import { type Figures, joinFigures } from '../../../domain/statistics/figures.ts'
import { allOf, passRate } from '../../../domain/statistics/statistics.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { HandlersOf, ProjectContext } from '../../http/context.ts'
import { openTurns } from '../../in-turns.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import { locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { inSnapshot, readFigures } from '../../store/statistics/figures.ts'
import { type ListedMonitor, monitorPage } from '../../store/statistics/monitor-page.ts'
import { ALL_LOCATIONS, type Place } from '../../store/statistics/sum-rows.ts'
import { windowOf, wireOf } from './window-of.ts'

/** The last year that has four digits. */
const LATEST_MS = Date.UTC(9999, 0, 1)

type Daily = Shape<(typeof baselines)['baseline.dailies']['answer']>['results'][number]
type Compared = Omit<Daily, 'call_id' | 'date' | 'name' | 'tags'>

type Query = {
  readonly call_id?: string | undefined
  readonly location_id?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const PERIODS = { day: 'DAY', week: 'WEEK', month: 'MONTH' } as const
const QUANTILES = [0.5, 0.9, 0.95, 0.99]
const USUAL_LIMIT = 100
/** Distributions that are in memory at once. */
const MOST_DISTRIBUTIONS = 20_000

/** Handlers of the comparison with the 28 days before. */
export const baselineHandlers = (): HandlersOf<typeof baselines> => ({
  'baseline.dailies': async ({ params, query }, context) => {
    const at = parseTime(params.date)
    if (at === null || at < 0 || at >= LATEST_MS)
      return invalid([problem('date', 'invalid', 'must be a day from 1970 on, such as 2026-01-05.')])
    const period = query.period ?? 'day'
    const from = periodStart(PERIODS[period], at)
    const window = { from, to: periodEnd(PERIODS[period], from) }
    const asked = await askedOf(query, context, { window, step: undefined, baselineStep: 'DAY' })
    if (asked instanceof Refusal) return asked
    const date = formatTime(from).slice(0, 10)
    const results = await compared(asked, context)
    return {
      meta: { ...metaOf(asked), period },
      results: results.map(({ monitor: { id, name, tags }, row }) => ({ call_id: id, name, tags, date, ...row })),
    }
  },

  'baseline.hourlies': async ({ query }, context) => {
    const window = windowOf(query, context.now, 'HOUR')
    if (window instanceof Refusal) return window
    const asked = await askedOf(query, context, { window, step: 'HOUR', baselineStep: 'HOUR' })
    if (asked instanceof Refusal) return asked
    const results = await compared(asked, context)
    return {
      meta: metaOf(asked),
      results: results.flatMap(({ monitor: { id }, start, row }) =>
        row.count === 0 ? [] : [{ call_id: id, hour: formatTime(periodStart('HOUR', start)), ...row }],
      ),
    }
  },
})

type Kind = { readonly window: Window; readonly step: Period | undefined; readonly baselineStep: 'DAY' | 'HOUR' }

type Asked = Kind & {
  readonly history: Window
  readonly place: Place
  readonly idOf: (locationKey: number) => string
  readonly monitors: readonly ListedMonitor[]
  readonly cursor: string | null
}

/** The page of monitors that a query asks for, or a refusal that names what is wrong with it. */
const askedOf = async (query: Query, { db, project }: ProjectContext, kind: Kind): Promise<Asked | Refusal> => {
  const locations = await locationsFor(db, project.key)
  const { location_id: locationId } = query
  const one = locations.find(({ id }) => id === locationId)
  const place: Place | null =
    locationId === undefined ? 'each' : locationId === 'all' ? ALL_LOCATIONS : (one?.key ?? null)
  if (place === null) return notFound('location')
  const after = query.cursor === undefined || query.cursor === '' ? 0 : Number(query.cursor)
  if (!Number.isSafeInteger(after) || after < 0 || after > 2 ** 31 - 1)
    return invalid([problem('cursor', 'invalid', 'must be the next_cursor of a page.')])
  const most = Math.max(1, Math.floor(MOST_DISTRIBUTIONS / sumsOf(kind, place === 'each' ? locations.length : 1)))
  const limit = Math.min(query.limit ?? USUAL_LIMIT, most)
  const { monitors, more } = await monitorPage(db, project.key, { after, limit, id: query.call_id })
  if (query.call_id !== undefined && monitors.length === 0) return notFound('monitor')
  const ids = new Map(locations.map(({ key, id }) => [key, id]))
  const last = monitors.at(-1)
  return {
    ...kind,
    // Of hours, the history is of whole days.
    history: historyOf({ ...kind.window, from: periodStart('DAY', kind.window.from) }),
    place,
    idOf: (key) => (key === ALL_LOCATIONS ? 'all' : (ids.get(key) ?? '')),
    monitors,
    cursor: more && last ? String(last.key) : null,
  }
}

/** Stored sums that the figures of one monitor are made of. */
const sumsOf = ({ window, step, baselineStep }: Kind, places: number): number => {
  const own = step === undefined ? 31 : Math.ceil((window.to - window.from) / HOUR_MS)
  return Math.max(1, places) * (own + HISTORY_MS / (baselineStep === 'DAY' ? DAY_MS : HOUR_MS))
}

const metaOf = ({ window, history, cursor }: Asked) => ({
  ...wireOf(window),
  baseline_start: formatTime(history.from),
  baseline_end: formatTime(history.to),
  more: cursor !== null,
  next_cursor: cursor,
})

/** `count`: days or hours with a response. */
type Usual = { readonly baseline: Baseline | null; readonly count: number; readonly passRate: number | null }
type Found = { readonly monitor: ListedMonitor; readonly start: number; readonly row: Compared }

/** Compares the figures of each monitor, location and step with its baseline; a place without any figures is left out. */
const compared = (asked: Asked, { db, now }: ProjectContext): Promise<Found[]> =>
  inSnapshot(db, async (snapshot) => {
    const { window, step, place, monitors, idOf } = asked
    const targetKeys = monitors.map(({ key }) => key)
    const measures = ['total'] as const
    const current = await readFigures(snapshot, { targetKeys, window, now, step, place, measures })
    const usual = await usualOf(snapshot, asked, targetKeys, now)
    const byPlace = new Map<string, { start: number; figures: Figures | null }[]>()
    for (const name of usual.keys()) byPlace.set(name, [])
    for (const { targetKey, locationKey, start, figures } of current.rows) {
      const name = nameOf(targetKey, locationKey)
      byPlace.set(name, [...(byPlace.get(name) ?? []), { start, figures }])
    }
    const turn = openTurns()
    const found: Found[] = []
    const named = new Map(monitors.map((monitor) => [monitor.key, monitor]))
    for (const [name, steps] of [...byPlace].sort(([a], [b]) => byNumbers(a, b))) {
      const [targetKey = 0, locationKey = 0] = name.split(' ').map(Number)
      const monitor = named.get(targetKey)
      if (!monitor) continue
      const before = usual.get(name) ?? NOTHING
      for (const { start, figures } of steps.length > 0 ? steps : [{ start: window.from, figures: null }]) {
        await turn()
        found.push({ monitor, start, row: { location_id: idOf(locationKey), ...rowOf(figures ?? NONE, before) } })
      }
    }
    return found
  })

const NOTHING: Usual = { baseline: null, count: 0, passRate: null }
const NONE = joinFigures([], [])

const nameOf = (targetKey: number, locationKey: number): string => `${targetKey} ${locationKey}`
const byNumbers = (a: string, b: string): number => {
  const [[targetA = 0, placeA = 0], [targetB = 0, placeB = 0]] = [a.split(' ').map(Number), b.split(' ').map(Number)]
  return targetA - targetB || placeA - placeB
}

/** What is usual of each monitor and location, by its name. */
const usualOf = async (
  db: Db,
  { history, place, baselineStep }: Asked,
  targetKeys: readonly number[],
  now: number,
): Promise<Map<string, Usual>> => {
  const { rows } = await readFigures(db, {
    targetKeys,
    window: history,
    now,
    step: baselineStep,
    place,
    measures: ['total'],
  })
  const turn = openTurns()
  const steps = new Map<string, { medians: number[]; figures: Figures[] }>()
  for (const { targetKey, locationKey, figures } of rows) {
    await turn()
    const name = nameOf(targetKey, locationKey)
    const known = steps.get(name) ?? { medians: [], figures: [] }
    const median = figures.measured.total?.quantiles([0.5])[0] ?? null
    if (median !== null) known.medians.push(median)
    known.figures.push(figures)
    steps.set(name, known)
  }
  return new Map(
    [...steps].map(([name, { medians, figures }]) => [
      name,
      {
        baseline: baselineOf(medians, baselineStep),
        count: medians.length,
        passRate: passRate(joinFigures(figures, [])),
      },
    ]),
  )
}

const rowOf = (figures: Figures, { baseline, count, passRate: usualRate }: Usual): Omit<Compared, 'location_id'> => {
  const { pass, slow, warning, fail, answered, sumMs, measured } = figures
  const [p50 = null, p90 = null, p95 = null, p99 = null] = measured.total?.quantiles(QUANTILES) ?? []
  return {
    count: allOf(figures),
    pass,
    slow,
    warning,
    fail,
    pass_rate: passRate(figures),
    mean: answered > 0 ? sumMs / answered : null,
    p50,
    p90,
    p95,
    p99,
    baseline_p50: baseline?.p50 ?? null,
    baseline_mad: baseline?.mad ?? null,
    baseline_count: count,
    baseline_pass_rate: usualRate,
    delta_pct: deltaPct(p50, baseline?.p50 ?? null),
    reason: baseline ? null : 'insufficient_history',
  }
}
