import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import { addTo } from '../../domain/core/sketch.ts'
import { addLag } from '../../domain/statistics/lag-sums.ts'
import { PHASES } from '../../domain/statistics/phase-sums.ts'
import { addSize } from '../../domain/statistics/size-sums.ts'
import type { ResultRow } from '../store/core/tables.ts'
import { categories, reasons } from '../store/identity/codes.ts'
import { emptyRollup, type Rollup } from '../store/statistics/rollups.ts'
import type { SimulatedLocation } from './locations.ts'
import { type RandomStream, randomOf } from './random.ts'
import { demoRun, type RunOf } from './run.ts'
import type { DemoMonitor } from './services.ts'
import { driftOf, incidentsOf, type Span } from './story.ts'

/** A stored monitor with the parameters of its history. */
export type StoredMonitor = { readonly key: number; readonly monitor: DemoMonitor }
export type StoredLocation = { readonly key: number; readonly place: SimulatedLocation }

export type HistoryOf = {
  readonly seed: number
  readonly span: Span
  readonly everyMs: number
  readonly projectKey: number
  readonly scheduleKey: number
  readonly monitors: readonly StoredMonitor[]
  readonly places: readonly StoredLocation[]
}

type Line = { readonly of: RunOf; readonly offset: number; readonly chance: RandomStream }

const COUNTS = { PASS: 'pass', SLOW: 'slow', WARNING: 'warning', FAIL: 'fail' } as const
const UNAVAILABLE: ReadonlySet<number> = new Set([reasons.code('HTTP_SERVER_ERROR'), reasons.code('CONNECTION_ERROR')])

/** A duration as it is stored: a float of 32 bits, of three digits. */
const stored = (ms: number): number => Math.fround(Number(ms.toFixed(3)))

const addRun = (hour: Rollup, run: ResultRow): void => {
  const name = categories.name(run.category)
  if (name !== 'SKIPPED' && name !== 'QUEUED') hour[COUNTS[name]]++
  if (name === 'FAIL' && UNAVAILABLE.has(run.reason)) hour.unavailable++
  if (hour.lags && run.attempt === 0) addLag(hour.lags, Math.max(0, run.started - run.due))
  if (run.http_code === null) return
  const total = stored(run.total)
  hour.answered++
  hour.sum_ms += total
  hour.min_ms = Math.min(hour.min_ms ?? total, total)
  hour.max_ms = Math.max(hour.max_ms ?? total, total)
  addTo(hour.sketch, total)
  for (const [index, phase] of PHASES.entries()) {
    const ms = stored(run[phase])
    const sum = hour.phases?.[index]
    if (!sum) continue
    sum.sum += ms
    addTo(sum.sketch, ms)
  }
  if (hour.sizes) addSize(hour.sizes, run.response_size)
}

/** Generates a project's history day by day. The same seed gives the same history. */
export const historyOf = (of: HistoryOf) => {
  const { seed, span, everyMs, projectKey, scheduleKey } = of
  const placeIds = of.places.map(({ place }) => place.id)
  const incidents = new Map(
    of.monitors.map(({ monitor: { service } }) => [service, incidentsOf(seed, service, span, placeIds)]),
  )
  const lines: Line[] = of.monitors.flatMap(({ key, monitor }, index) => {
    const course = driftOf(seed, index, span)
    return of.places.map(({ key: location_key, place }): Line => {
      const chance = randomOf(seed, 'runs', index, place.id)
      const keys = { project_key: projectKey, target_key: key, location_key, source: scheduleKey }
      const address = `192.0.2.${10 + (key % 200)}`
      const one = { monitor, course, place, span, keys, address, incidents: incidents.get(monitor.service) ?? [] }
      return { of: one, offset: Math.floor(chance.next() * everyMs), chance }
    })
  })
  return {
    /** Estimated number of runs. */
    expected: Math.round((lines.length * (span.to - span.from)) / everyMs),
    /**
     * Yields the runs of one day (its start, UTC), and passes each hour of each monitor and location to `onHour` once its runs were
     * taken.
     */
    *runsOf(day: number, onHour: (hour: Rollup) => void): Generator<ResultRow> {
      const from = Math.max(day, span.from)
      const to = Math.min(day + DAY_MS, span.to)
      for (const { of: one, offset, chance } of lines) {
        const first = span.from + offset
        // Only the day's incidents, since every run searches them.
        const today = { ...one, incidents: one.incidents.filter((each) => each.from < to && each.to > from) }
        let hour: Rollup | null = null
        for (let due = first + Math.ceil(Math.max(0, from - first) / everyMs) * everyMs; due < to; due += everyMs) {
          const start = Math.floor(due / HOUR_MS) * HOUR_MS
          if (hour?.start !== start) {
            if (hour) onHour(hour)
            hour = emptyRollup(one.keys.target_key, one.keys.location_key, start)
          }
          const run = demoRun(today, due, chance)
          addRun(hour, run)
          yield run
        }
        if (hour) onHour(hour)
      }
    },
  }
}
