import { sql } from 'kysely'
import { REGIONS } from '../../../domain/agents/regions.ts'
import { DAY_MS } from '../../../domain/core/periods.ts'
import type { Observed } from '../../../domain/insights/measure.ts'
import type { Phases } from '../../../domain/insights/report.ts'
import { BASELINE_MS, type Range, REFERENCE_MS } from '../../../domain/insights/score-period.ts'
import { MARK, type Place, type Series } from '../../../domain/insights/series.ts'
import { allLocations, type Location } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import { categories } from '../identity/codes.ts'
import { readFigures } from '../statistics/figures.ts'
import { COUNTED } from '../statistics/sum-rows.ts'

/** A series whose results can be named: source and attempt of each. */
export type StoredSeries = Series & { readonly source: Int32Array; readonly attempt: Uint8Array }

export type Observation = { readonly observed: Observed<StoredSeries>; readonly phases: Phases | null }

const SAYING = (['PASS', 'SLOW', 'WARNING', 'FAIL'] as const).map(categories.code)
const MARK_OF: ReadonlyMap<number, number> = new Map([
  [categories.code('PASS'), MARK.pass],
  [categories.code('SLOW'), MARK.slow],
  [categories.code('WARNING'), MARK.warning],
  [categories.code('FAIL'), MARK.fail],
])

/** Bytes of one packed result: due, total, source, attempt, category, and whether there was a response. */
const BYTES = 8 + 4 + 4 + 2 + 2 + 2

/** Results are read packed: rows of their own would cost ten times as much. */
const seriesOf = (place: Place, packed: Buffer): StoredSeries => {
  const count = packed.length / BYTES
  const series = {
    place,
    due: new Float64Array(count),
    total: new Float64Array(count),
    mark: new Uint8Array(count),
    answered: new Uint8Array(count),
    source: new Int32Array(count),
    attempt: new Uint8Array(count),
  }
  for (let index = 0, at = 0; index < count; index++, at += BYTES) {
    series.due[index] = packed.readDoubleBE(at)
    series.total[index] = packed.readFloatBE(at + 8)
    series.source[index] = packed.readInt32BE(at + 12)
    series.attempt[index] = packed.readInt16BE(at + 16)
    series.mark[index] = MARK_OF.get(packed.readInt16BE(at + 18)) ?? MARK.warning
    series.answered[index] = packed.readInt16BE(at + 20)
  }
  return series
}

/** The place of a location, by names: its region is its part of the world. */
export const placeOfLocation = ({ key, place }: Location): Place => ({
  key,
  cloud: place.cloud_full_name ?? place.cloud ?? '',
  region:
    REGIONS.find((region) => region.name !== '' && region.id !== 'all' && region.holds({ continent: place.continent }))
      ?.name ?? '',
})

const PHASES = ['dns', 'tcp', 'handshake', 'upload', 'processing', 'download', 'redirect'] as const

type Row = { location_key: number; packed: Buffer; answered: number } & Record<(typeof PHASES)[number], number | null>

/** Fewer latencies are no baseline. */
const LEAST_BASELINE = 30

/** Median latency of the 28 days before a period by location key, within 1 %. */
const baselinesOf = async (db: Db, targetKey: number, { from }: Range, now: number): Promise<Map<number, number>> => {
  const { rows } = await readFigures(db, {
    targetKeys: [targetKey],
    window: { from: from - BASELINE_MS, to: from },
    now,
    place: 'each',
    measures: ['total'],
  })
  return new Map(
    rows.flatMap(({ locationKey, figures: { measured } }) => {
      const { total } = measured
      const [median = null] = total && total.count >= LEAST_BASELINE ? total.quantiles([0.5]) : []
      return median === null ? [] : [[locationKey, median] as const]
    }),
  )
}

/** Reads the results of a range and of the 7 days before it, by location, and the mean phases of the range. */
export const observeResults = async (
  db: Db,
  targetKey: number,
  { from, to }: Range,
  places: ReadonlyMap<number, Place>,
): Promise<{ readonly series: readonly StoredSeries[]; readonly phases: Phases | null }> => {
  // Whole days at both ends: the planner prunes partitions by these numbers.
  const first = Math.floor((from - REFERENCE_MS) / DAY_MS) * DAY_MS
  const { rows } = await sql<Row>`
    select location_key, string_agg(float8send(due) || float4send(total) || int4send(source) || int2send(attempt) || int2send(category)
        || int2send((http_code is not null)::int::int2), ''::bytea) as packed,
      count(*) filter (where due >= ${from} and http_code is not null)::int as answered,
      ${sql.join(PHASES.map((phase) => sql`sum(${sql.ref(phase)}) filter (where due >= ${from} and http_code is not null) as ${sql.ref(phase)}`))}
    from result r
    where target_key = ${targetKey} and due >= ${sql.lit(first)} and due < ${sql.lit(to)}
      and ${COUNTED} and category = any(${SAYING}::int2[])
    group by location_key order by location_key`.execute(db)
  const answered = rows.reduce((sum, row) => sum + row.answered, 0)
  const mean = (phase: (typeof PHASES)[number]): number =>
    rows.reduce((sum, row) => sum + (row[phase] ?? 0), 0) / answered
  const series: StoredSeries[] = []
  for (const { location_key: key, packed } of rows) {
    series.push(seriesOf(places.get(key) ?? { key, cloud: '', region: '' }, packed))
    // A month of a location that runs every minute takes some milliseconds to unpack.
    await new Promise(setImmediate)
  }
  return {
    series,
    phases:
      answered === 0
        ? null
        : {
            dns: mean('dns'),
            tcp: mean('tcp'),
            handshake: mean('handshake'),
            upload: mean('upload'),
            processing: mean('processing'),
            download: mean('download'),
            redirect: mean('redirect'),
          },
  }
}

/** Reads what a monitor's report about a period is computed from. */
export const observe = async (
  db: Db,
  targetKey: number,
  range: Range,
  { places, now }: { readonly places: ReadonlyMap<number, Place>; readonly now: number },
): Promise<Observation> => {
  const { series, phases } = await observeResults(db, targetKey, range, places)
  const baselines = series.length === 0 ? new Map() : await baselinesOf(db, targetKey, range, now)
  return { observed: { range, series, baselines }, phases }
}

/** The places of all locations by key. */
export const placesByKey = async (db: Db): Promise<Map<number, Place>> =>
  new Map((await allLocations(db)).map((location) => [location.key, placeOfLocation(location)]))
