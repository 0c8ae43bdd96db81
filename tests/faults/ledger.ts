import type { Installation } from '../support/installation.ts'
import type { Reporter } from './reporter.ts'
import { runsOf } from './reporter.ts'

/**
 * Counts each slot's runs that were stored, queued, missed or overlapped, minus the periods that have passed. This must never change
 * between two readings: less means that a run was lost, more that one was duplicated.
 */
export type Ledger = ReadonlyMap<string, number>

export const readLedger = async ({ query }: Pick<Installation, 'query'>): Promise<Ledger> => {
  const rows = await query<{ slot: string; balance: number }>(`
    select concat_ws(':', s.schedule_key, s.target_key, s.location_key) as slot,
      ((select count(*) from result r where (r.target_key, r.source, r.location_key) = (s.target_key, s.schedule_key, s.location_key))
        + (select count(*) from job j where (j.target_key, j.source, j.location_key) = (s.target_key, s.schedule_key, s.location_key))
        + s.missed + s.overlapped - (s.next_due - s.anchor) / s.frequency)::int as balance
    from slot s`)
  return new Map(rows.map((row) => [row.slot, row.balance]))
}

/** Counts lost and duplicated runs between two readings of the same slots. */
export const compareLedgers = (before: Ledger, after: Ledger): { lost: number; doubled: number } => {
  const changes = [...before].map(([slot, balance]) => (after.get(slot) ?? Number.NaN) - balance)
  if (before.size === 0 || changes.some(Number.isNaN)) throw new Error('The slots are not those of the first look.')
  const sum = (sign: 1 | -1) => changes.reduce((total, change) => total + Math.max(0, sign * change), 0)
  return { lost: sum(-1), doubled: sum(1) }
}

/** Counts acknowledged results of the test agent that are not stored with their details. */
export const countLost = async ({ query }: Installation, { acknowledged }: Reporter): Promise<number> => {
  const rows = await query<{ lost: number }>(
    `select count(*)::int as lost
     from json_to_recordset($1::json) as run(target_key int, due bigint, location_key smallint, source int, attempt smallint)
     left join result r using (target_key, due, location_key, source, attempt)
     left join result_detail d using (target_key, due, location_key, source, attempt)
     where r.target_key is null or d.target_key is null`,
    [JSON.stringify(runsOf(acknowledged))],
  )
  return rows[0]?.lost ?? Number.NaN
}

/** Counts results that duplicate another one's monitor, due time and location, or are not counted exactly once: in the sums of their hour, or by a mark that it is not summed up yet. */
export const countDoubled = async ({ query }: Installation): Promise<number> => {
  const rows = await query<{ twice: number; misjudged: number }>(`
    with stored as (
      select target_key, location_key, due / 3600000 * 3600000 as start, count(*) as count from result group by 1, 2, 3),
    summed as (
      select target_key, location_key, start, sum(pass + slow + warning + fail + skipped) as count from rollup
      where kind = 1 and location_key > 0 group by 1, 2, 3)
    select
      (select coalesce(sum(count - 1), 0) from
        (select count(*) from result group by target_key, due, location_key having count(*) > 1) same)::int as twice,
      (select coalesce(sum(abs(coalesce(stored.count, 0) - coalesce(summed.count, 0))), 0)
        from summed left join stored using (target_key, location_key, start))::int as misjudged`)
  const { twice = Number.NaN, misjudged = Number.NaN } = rows[0] ?? {}
  return twice + misjudged
}
