import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { Location } from '../agents/use-location-name.ts'
import { formats } from '../parts/text/format.ts'
import type { ChartPeriod } from './chart-period.ts'

type Row = AnswerOf<ProductContract['statistics.performance']>['results'][number]

/** Figures of one location on a map. */
export type MapPlace = {
  readonly id: string
  readonly name: string
  /** Full name of the provider; empty if unknown. */
  readonly cloud: string
  readonly position: Location['position']
  readonly count: number
  readonly fail: number
  readonly passRate: number | null
  /** Null without a response. */
  readonly ms: number | null
}

/** A provider in the legend, with its place among the series colours, from 1. */
export type MapCloud = { readonly name: string; readonly series: number }

/** Smallest and largest radius. */
export const RADII_PX = { least: 5, most: 28, small: 15 } as const
/** Latencies below this have the same circle on the logarithmic scale. */
const LEAST_LOG_MS = 0.1
/** Below this pass rate a location is marked. */
const LOW_PASS_RATE = 0.95

/** Places of a query's rows, slowest first; locations without results are left out. */
export const mapPlaces = (
  rows: readonly Row[],
  locations: readonly Location[],
  percentile: 'p50' | 'p90' | 'p95' | 'p99',
): MapPlace[] => {
  const known = new Map(locations.map((location) => [location.id, location]))
  return rows
    .map(({ location_id: id = '', count, fail, pass_rate: passRate, metrics: [metric] }): MapPlace => {
      const location = known.get(id)
      const cloud = location?.cloud ?? ''
      return {
        id,
        name: location?.name ?? id,
        cloud: cloud === '?' ? '' : cloud,
        position: location?.position ?? null,
        count,
        fail,
        passRate,
        ms: metric?.values?.[percentile] ?? null,
      }
    })
    .sort((a, b) => (b.ms ?? -1) - (a.ms ?? -1) || (a.name < b.name ? -1 : 1))
}

/**
 * Radii in px, in the order of the latencies. Linear: in proportion to the slowest, whose circle is the largest. Logarithmic: from the
 * fastest to the slowest by their ratio, so that equal ratios are equal steps. No circle is smaller than `least`; latencies that are
 * all equal have the largest one, or the middle one on the logarithmic scale. Null (no response) has the smallest.
 */
export const radiiOf = (
  latencies: readonly (number | null)[],
  { log, mostPx = RADII_PX.most, leastPx = RADII_PX.least }: { log: boolean; mostPx?: number; leastPx?: number },
): number[] => {
  const values = latencies.filter((ms) => ms !== null)
  const slowest = values.reduce((most, ms) => Math.max(most, ms), 0)
  const fastest = values.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const onLog = (ms: number): number => Math.log(Math.max(ms, LEAST_LOG_MS))
  const span = onLog(slowest) - onLog(fastest)
  return latencies.map((ms) => {
    if (ms === null || slowest === 0) return leastPx
    if (!log) return Math.max(leastPx, (mostPx * ms) / slowest)
    return leastPx + (mostPx - leastPx) * (span === 0 ? 0.5 : (onLog(ms) - onLog(fastest)) / span)
  })
}

const CLOUDS: readonly (readonly [RegExp, number])[] = [
  [/amazon|\baws\b/i, 1],
  [/azure|\bazr\b|microsoft/i, 3],
  [/google|\bgcp\b|\bgoo\b/i, 5],
  [/\bibm\b/i, 4],
]
/** Colours of further providers, by name; what is left, and unknown ones, share the last. */
const FURTHER = [2, 6, 7]
const OTHER = 8

/** Providers of places by name, with their colours: the same provider has the same colour on every map with the same further ones. */
export const cloudsOf = (places: readonly Pick<MapPlace, 'cloud'>[]): MapCloud[] => {
  const names = [...new Set(places.map(({ cloud }) => cloud))].sort()
  const further = [...FURTHER]
  return names.map((name) => {
    const known = CLOUDS.find(([pattern]) => pattern.test(name))?.[1]
    return { name, series: name === '' ? OTHER : (known ?? further.shift() ?? OTHER) }
  })
}

/** The filter of a location's results within a range; the end of a filter is inclusive. */
export const resultsOf = (location: string, { start, toMs }: Pick<ChartPeriod, 'start' | 'toMs'>) => ({
  location,
  from: start,
  to: formatTime(toMs - 1),
})

/** Whether a location stands out by its failures. */
export const isFailing = ({ passRate }: Pick<MapPlace, 'passRate'>): boolean =>
  passRate !== null && passRate < LOW_PASS_RATE

/** A place's figures as a sentence: "Ireland, p50 213 ms, 1,204 runs, 3 failed, Amazon Web Services". */
export const placeWords = ({ name, ms, count, fail, cloud }: MapPlace, percentile: string): string =>
  [
    name,
    ms === null ? 'no response' : `${percentile} ${formats.latency(ms)}`,
    `${formats.count(count)} ${count === 1 ? 'run' : 'runs'}`,
    ...(fail > 0 ? [`${formats.count(fail)} failed`] : []),
    ...(cloud === '' ? [] : [cloud]),
  ].join(', ')

/** Text alternative of a map. */
export const mapFinding = (places: readonly MapPlace[], percentile: string): string => {
  const answered = places.filter(({ ms }) => ms !== null)
  const [slowest] = answered
  const fastest = answered.at(-1)
  if (!slowest || !fastest) return 'No measurements in this range.'
  const said = ({ name, ms }: MapPlace) => `${name} (${percentile} ${formats.latency(ms)})`
  if (answered.length === 1) return `The only location is ${said(slowest)}.`
  return `Of ${answered.length} locations, ${said(slowest)} is the slowest and ${said(fastest)} the fastest.`
}

/** Figures of a map as rows of a spreadsheet, header first. */
export const mapRows = (places: readonly MapPlace[], percentile: string): (string | number | null)[][] => [
  ['location', 'name', 'cloud', 'latitude', 'longitude', `${percentile}_ms`, 'runs', 'fails'],
  ...places.map(({ id, name, cloud, position, ms, count, fail }) => [
    id,
    name,
    cloud,
    position?.latitude ?? null,
    position?.longitude ?? null,
    ms,
    count,
    fail,
  ]),
]
