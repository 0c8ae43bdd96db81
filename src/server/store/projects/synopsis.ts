import { sql } from 'kysely'
import { HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { type Counts, passRate, sumCounts } from '../../../domain/statistics/statistics.ts'
import type { Db } from '../core/database.ts'
import { PERIOD_KINDS } from '../statistics/rollups.ts'

export type Synopsis = {
  counts: Counts
  /** Milliseconds; null if nothing answered. */
  meanMs: number | null
  /** The monitors with the lowest pass rates, worst first. */
  worst: { key: number; id: string; name: string; passRate: number | null }[]
}

type Row = Counts & { key: number; id: string; name: string; answered: number; sum_ms: number }

const WORST = 5

/** Summarizes a project's monitors over the last 24 hours, from the hourly rollups per location that overlap them. */
export const synopsisOf = async (db: Db, projectKey: number, now: number): Promise<Synopsis> => {
  const { rows } = await sql<Row>`
    select o.key, o.id, o.name, r.* from (
      select target_key, sum(pass)::int as pass, sum(slow)::int as slow, sum(warning)::int as warning, sum(fail)::int as fail,
        sum(answered)::int as answered, sum(sum_ms) as sum_ms
      from rollup where project_key = ${projectKey} and kind = ${PERIOD_KINDS.HOUR} and location_key > 0
        and start > ${periodStart('HOUR', now) - 24 * HOUR_MS}
      group by target_key) r
    join object o on o.key = r.target_key and o.kind = 'monitor' and o.doc #>> '{meta,workspace}' <> '_meta'`.execute(
    db,
  )
  const none: Counts = { pass: 0, slow: 0, warning: 0, fail: 0 }
  const answered = rows.reduce((sum, row) => sum + row.answered, 0)
  const trouble = rows
    .filter(({ warning, fail }) => warning + fail > 0)
    // Warnings alone give no pass rate, and rank as badly as 0.
    .map((row) => ({ row, rate: passRate(row) }))
    .sort((a, b) => (a.rate ?? 0) - (b.rate ?? 0) || b.row.fail + b.row.warning - (a.row.fail + a.row.warning))
  return {
    counts: rows.reduce(sumCounts, none),
    meanMs: answered > 0 ? rows.reduce((sum, row) => sum + row.sum_ms, 0) / answered : null,
    worst: trouble.slice(0, WORST).map(({ row: { key, id, name }, rate }) => ({ key, id, name, passRate: rate })),
  }
}

/** Counts a project's objects per kind, without internal ones. */
export const objectCounts = async (db: Db, projectKey: number): Promise<Map<string, number>> => {
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::int as count from object
    where project_key = ${projectKey} and doc #>> '{meta,workspace}' is distinct from '_meta' group by kind`.execute(db)
  return new Map(rows.map((row) => [row.kind, row.count]))
}
