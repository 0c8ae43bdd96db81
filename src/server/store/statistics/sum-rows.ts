import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import { MEASURES, type Measured } from '../../../domain/statistics/measures.ts'
import type { RawPiece, SumPiece, Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { categories, IGNORED, reasons } from '../identity/codes.ts'
import { PERIOD_KINDS } from './marks.ts'

/** Key of all locations together. Real locations are numbered from 1. */
export const ALL_LOCATIONS = 0

/** Locations whose figures are read: one of them, `ALL_LOCATIONS` together, or each by itself. */
export type Place = number | 'each'

/** Added-up results of a target, a location and a step. */
export type SumRow = {
  target_key: number
  location_key: number
  start: number
  pass: number
  slow: number
  warning: number
  fail: number
  skipped: number
  unavailable: number
  answered: number
  sum_ms: number
  min_ms: number | null
  max_ms: number | null
}

/** Of each measure, the values one after the other as floats of 32 bits, big endian; sizes as whole numbers. */
export type RawRow = SumRow & { project_key: number; min_size: number | null; max_size: number | null } & Partial<
    Record<Measured, Buffer | null>
  >

/** Sketches and phases of several periods, each after its length. */
export type StoredRow = SumRow & {
  sketches: Buffer | null
  phases: Buffer | null
  sizes: Buffer | null
  /** End of the last period whose phases or sizes are not summed up. */
  gap: number | null
}

/** The end of the last gap of stored rows; -∞ without one, which is before every window. */
export const lastGapOf = (rows: readonly { readonly gap: number | null }[]): number =>
  rows.reduce((last, { gap }) => Math.max(last, gap ?? last), Number.NEGATIVE_INFINITY)

/** Results that count in statistics: neither ignored there nor in a downtime, nor a step that a workflow skipped. */
export const COUNTED = sql<boolean>`(r.ignored & ${sql.lit(IGNORED.statistics | IGNORED.downtime)}) = 0
  and r.reason <> ${sql.lit(reasons.code('STEP_SKIPPED'))}`

const isOf = (name: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL' | 'SKIPPED') =>
  sql`r.category = ${sql.lit(categories.code(name))}`
const UNAVAILABLE = sql`${isOf('FAIL')} and r.reason in (${sql.lit(reasons.code('HTTP_SERVER_ERROR'))}, ${sql.lit(reasons.code('CONNECTION_ERROR'))})`
const ANSWERED = sql`r.http_code is not null`

/** A piece of a plan, for one target. */
export type Of<Piece> = Piece & { readonly targetKey: number }

type Summing = {
  readonly place: Place
  readonly measures: readonly Measured[]
  /** All targets are one. */
  readonly together?: boolean
}

/** Adds up results, as they are. `where`: further conditions on `r`. */
export const rawSums = async (
  db: Db,
  pieces: readonly Of<RawPiece>[],
  { place, measures, together, where = sql`true` }: Summing & { where?: RawBuilder<unknown> },
): Promise<RawRow[]> => {
  if (pieces.length === 0) return []
  const values = MEASURES.filter((measure) => measures.includes(measure)).map(
    (measure) =>
      sql`, string_agg(float4send(r.${sql.ref(measure)}), ''::bytea) filter (where ${ANSWERED}) as ${sql.ref(measure)}`,
  )
  const size = measures.includes('size')
    ? sql`, string_agg(int4send(r.response_size), ''::bytea) filter (where ${ANSWERED}) as size,
        min(r.response_size) filter (where ${ANSWERED}) as min_size, max(r.response_size) filter (where ${ANSWERED}) as max_size`
    : sql`, null::int as min_size, null::int as max_size`
  const { rows } = await sql<RawRow>`
    select ${together ? sql`0` : sql`p.target`} as target_key, ${locationOf(place)} as location_key, p.start, min(r.project_key) as project_key,
      count(*) filter (where ${isOf('PASS')}) as pass, count(*) filter (where ${isOf('SLOW')}) as slow,
      count(*) filter (where ${isOf('WARNING')}) as warning, count(*) filter (where ${isOf('FAIL')}) as fail,
      count(*) filter (where ${isOf('SKIPPED')}) as skipped, count(*) filter (where ${UNAVAILABLE}) as unavailable,
      count(*) filter (where ${ANSWERED}) as answered,
      coalesce(sum(r.total::float8) filter (where ${ANSWERED}), 0) as sum_ms,
      min(r.total) filter (where ${ANSWERED}) as min_ms, max(r.total) filter (where ${ANSWERED}) as max_ms ${sql.join([...values, size], sql``)}
    from unnest(${pieces.map((p) => p.targetKey)}::int[], ${pieces.map((p) => p.start)}::bigint[],
        ${pieces.map((p) => p.from)}::bigint[], ${pieces.map((p) => p.to)}::bigint[]) p(target, start, "from", "to")
      join result r on r.target_key = p.target and r.due >= p."from" and r.due < p."to"
        and ${withinAll(pieces)}
    where ${COUNTED} and ${isAt(place)} and ${where}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Ranges that one condition names. More would make planning slower than reading a little too much. */
const MOST_RANGES = 12

/**
 * The condition that results are within the ranges of these pieces taken together. It says nothing new; from it the planner knows which
 * partitions it need not read: of a month, only those of its ends.
 */
export const withinAll = (pieces: readonly Window[]) => {
  if (pieces.length === 0) return sql`false`
  let ranges = joinRanges(pieces, 0)
  for (let gap = HOUR_MS; ranges.length > MOST_RANGES; gap *= 2) ranges = joinRanges(ranges, gap)
  return sql`(${sql.join(
    ranges.map(({ from, to }) => sql`r.due >= ${sql.lit(from)} and r.due < ${sql.lit(to)}`),
    sql` or `,
  )})`
}

/** Joins ranges that overlap, or whose gap is at most this long. */
const joinRanges = (ranges: readonly Window[], gapMs: number): Window[] => {
  const all: Window[] = []
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + gapMs) all[all.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else all.push({ from, to })
  }
  return all
}

/** The key that the results of a place are added up under. */
export const locationOf = (place: Place) => (place === 'each' ? sql`r.location_key` : sql`${sql.lit(place)}::smallint`)
/** The condition that a result is of a place. */
export const isAt = (place: Place) =>
  place === 'each' || place === ALL_LOCATIONS ? sql`true` : sql`r.location_key = ${sql.lit(place)}`

/** End of a stored period. */
export const PERIOD_END = sql`case r.kind when ${sql.lit(PERIOD_KINDS.HOUR)} then r.start + ${sql.lit(HOUR_MS)}
  when ${sql.lit(PERIOD_KINDS.DAY)} then r.start + ${sql.lit(DAY_MS)} when ${sql.lit(PERIOD_KINDS.WEEK)} then r.start + ${sql.lit(7 * DAY_MS)}
  else (extract(epoch from to_timestamp(r.start / 1000) at time zone 'UTC' + interval '1 month') * 1000)::bigint end`

/**
 * Adds up stored periods: counts in the database, sketches one after the other. A period may have none that counts: of runs that are
 * ignored in statistics it has schedule lags alone.
 */
export const storedSums = async (
  db: Db,
  pieces: readonly Of<SumPiece>[],
  { place, measures, together }: Summing,
): Promise<StoredRow[]> => {
  if (pieces.length === 0) return []
  const total = measures.includes('total')
    ? sql`string_agg(int4send(length(r.sketch)) || r.sketch, ''::bytea) filter (where r.answered > 0)`
    : sql`null::bytea`
  const hasPhases = measures.some((measure) => measure !== 'total' && measure !== 'size')
  const hasSizes = measures.includes('size')
  const phases = hasPhases
    ? sql`string_agg(int4send(length(r.phases)) || r.phases, ''::bytea) filter (where r.answered > 0)`
    : sql`null::bytea`
  const sizes = hasSizes
    ? sql`string_agg(int4send(length(r.sizes)) || r.sizes, ''::bytea) filter (where r.answered > 0)`
    : sql`null::bytea`
  const gaps = [...(hasPhases ? [sql`r.phases is null`] : []), ...(hasSizes ? [sql`r.sizes is null`] : [])]
  const gap =
    gaps.length > 0
      ? sql`max(${PERIOD_END}) filter (where (${sql.join(gaps, sql` or `)}) and r.answered > 0)`
      : sql`null::bigint`
  const where =
    place === 'each' ? sql`r.location_key = any(array(select key from location))` : sql`r.location_key = ${place}`
  const { rows } = await sql<StoredRow>`
    select ${together ? sql`0` : sql`r.target_key`} as target_key, r.location_key, coalesce(p.start, r.start) as start,
      sum(r.pass) as pass, sum(r.slow) as slow, sum(r.warning) as warning, sum(r.fail) as fail, sum(r.skipped) as skipped,
      sum(r.unavailable) as unavailable, sum(r.answered) as answered, sum(r.sum_ms) as sum_ms, min(r.min_ms) as min_ms,
      max(r.max_ms) as max_ms, ${total} as sketches, ${phases} as phases, ${sizes} as sizes, ${gap} as gap
    from unnest(${pieces.map((p) => p.targetKey)}::int[], ${pieces.map((p) => PERIOD_KINDS[p.period])}::smallint[],
        ${pieces.map((p) => p.start)}::bigint[], ${pieces.map((p) => p.from)}::bigint[], ${pieces.map((p) => p.to)}::bigint[])
        p(target, kind, start, "from", "to")
      join rollup r on r.target_key = p.target and r.kind = p.kind and r.start >= p."from" and r.start < p."to"
    where ${where} group by 1, 2, 3
    having sum(r.pass + r.slow + r.warning + r.fail + r.skipped) > 0`.execute(db)
  return rows
}
