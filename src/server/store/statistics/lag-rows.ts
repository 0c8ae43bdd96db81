import { sql } from 'kysely'
import { addLag, emptyLags, type LagSum } from '../../../domain/statistics/lag-sums.ts'
import type { RawPiece, SumPiece } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { exceptions } from '../identity/codes.ts'
import { PERIOD_KINDS } from './marks.ts'
import { isAt, locationOf, type Of, PERIOD_END, type Place, withinAll } from './sum-rows.ts'

const MOST_MS = 2_147_483_647

/** The time between a run's due time and its start, in milliseconds. The agent's clock may be some milliseconds behind, which is no lag. */
const SCHEDULE_LAG = sql`least(greatest(0, r.started - r.due), ${sql.lit(MOST_MS)})::int`

/**
 * Results that have a lag: scheduled runs that an agent began, without retries, which wait on purpose. A first attempt that is ignored in
 * statistics counts: it started late or not, whatever came of it.
 */
const SCHEDULED = sql`r.source > 0 and r.attempt = 0 and r.exception <> ${sql.lit(exceptions.code('agent'))}`

type Group = { readonly target_key: number; readonly location_key: number; readonly start: number }

/** Lags of single results, one after the other as whole numbers of 32 bits, big endian. */
export type LagRow = Group & { readonly project_key: number; readonly lags: Buffer }

/** Reads the lags of results, by target, place and piece. */
export const lagRows = async (db: Db, pieces: readonly Of<RawPiece>[], place: Place): Promise<LagRow[]> => {
  if (pieces.length === 0) return []
  const { rows } = await sql<LagRow>`
    select p.target as target_key, ${locationOf(place)} as location_key, p.start, min(r.project_key) as project_key,
      string_agg(int4send(${SCHEDULE_LAG}), ''::bytea) as lags
    from unnest(${pieces.map((p) => p.targetKey)}::int[], ${pieces.map((p) => p.start)}::bigint[],
        ${pieces.map((p) => p.from)}::bigint[], ${pieces.map((p) => p.to)}::bigint[]) p(target, start, "from", "to")
      join result r on r.target_key = p.target and r.due >= p."from" and r.due < p."to"
        and ${withinAll(pieces)}
    where ${SCHEDULED} and ${isAt(place)}
    group by 1, 2, 3`.execute(db)
  return rows
}

/** Decodes the lags of single results. */
export const valuesOf = ({ lags }: LagRow): Int32Array => {
  const values = new Int32Array(lags.length / 4)
  for (let index = 0; index < values.length; index++) values[index] = lags.readInt32BE(4 * index)
  return values
}

/** Adds up the lags of single results. */
export const lagsOf = (row: LagRow): LagSum => {
  const lags = emptyLags()
  for (const ms of valuesOf(row)) addLag(lags, ms)
  return lags
}

/** Stored lags of several periods, each after its length. `gap`: end of the last period whose lags are not summed up. */
export type StoredLagRow = Group & { readonly lags: Buffer | null; readonly gap: number | null }

/** Reads the stored lags of periods, by target, place and step. */
export const storedLagRows = async (db: Db, pieces: readonly Of<SumPiece>[], place: Place): Promise<StoredLagRow[]> => {
  if (pieces.length === 0) return []
  const where =
    place === 'each' ? sql`r.location_key = any(array(select key from location))` : sql`r.location_key = ${place}`
  const { rows } = await sql<StoredLagRow>`
    select r.target_key, r.location_key, coalesce(p.start, r.start) as start,
      string_agg(int4send(length(r.lags)) || r.lags, ''::bytea) as lags, max(${PERIOD_END}) filter (where r.lags is null) as gap
    from unnest(${pieces.map((p) => p.targetKey)}::int[], ${pieces.map((p) => PERIOD_KINDS[p.period])}::smallint[],
        ${pieces.map((p) => p.start)}::bigint[], ${pieces.map((p) => p.from)}::bigint[], ${pieces.map((p) => p.to)}::bigint[])
        p(target, kind, start, "from", "to")
      join rollup r on r.target_key = p.target and r.kind = p.kind and r.start >= p."from" and r.start < p."to"
    where ${where} group by 1, 2, 3`.execute(db)
  return rows
}
