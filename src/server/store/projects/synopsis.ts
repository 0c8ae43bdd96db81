import { sql } from 'kysely'
import { type Counts, passRate, sumCounts } from '../../../domain/statistics/statistics.ts'
import { lastDay } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { readFigures } from '../statistics/figures.ts'

export type Synopsis = {
  counts: Counts
  /** Milliseconds; null if nothing answered. */
  meanMs: number | null
  /** The monitors with the lowest pass rates, worst first. */
  worst: { key: number; id: string; name: string; passRate: number | null }[]
}

type Monitor = { readonly key: number; readonly id: string; readonly name: string }

const WORST = 5

/** Summarizes a project's monitors over the last 24 hours. */
export const synopsisOf = async (db: Db, projectKey: number, now: number): Promise<Synopsis> => {
  const { rows: monitors } = await sql<Monitor>`
    select key, id, name from object
    where project_key = ${projectKey} and kind = 'monitor' and doc #>> '{meta,workspace}' <> '_meta'`.execute(db)
  const named = new Map(monitors.map((monitor) => [monitor.key, monitor]))
  const day = await readFigures(db, { targetKeys: [...named.keys()], window: lastDay(now), now })
  const rows = day.rows.flatMap(({ targetKey, figures }) => {
    const monitor = named.get(targetKey)
    return monitor ? { ...monitor, ...figures } : []
  })
  const none: Counts = { pass: 0, slow: 0, warning: 0, fail: 0 }
  const answered = rows.reduce((sum, row) => sum + row.answered, 0)
  const trouble = rows
    .filter(({ warning, fail }) => warning + fail > 0)
    // Warnings alone give no pass rate, and rank below every failure.
    .map((row) => ({ row, rate: passRate(row) }))
    .sort((a, b) => (a.rate ?? 1) - (b.rate ?? 1) || b.row.fail + b.row.warning - (a.row.fail + a.row.warning))
  return {
    counts: rows.reduce(sumCounts, none),
    meanMs: answered > 0 ? rows.reduce((sum, row) => sum + row.sumMs, 0) / answered : null,
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
