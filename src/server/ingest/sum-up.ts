import { sql } from 'kysely'
import { HOUR_MS, periodStart } from '../../domain/core/periods.ts'
import { addTo, emptySketch } from '../../domain/core/sketch.ts'
import type { Db } from '../store/core/database.ts'
import type { ResultRow, RollupColumns } from '../store/core/tables.ts'
import { categories, reasons } from '../store/identity/codes.ts'
import { writeRollups } from '../store/statistics/rollup-writing.ts'
import { addRollup, mergeRollups, PERIOD_KINDS, type Rollup, rollupOf } from '../store/statistics/rollups.ts'

const PASS = categories.code('PASS')
const SLOW = categories.code('SLOW')
const WARNING = categories.code('WARNING')
const FAIL = categories.code('FAIL')
const SKIPPED = categories.code('SKIPPED')
const UNAVAILABLE: ReadonlySet<number> = new Set([reasons.code('HTTP_SERVER_ERROR'), reasons.code('CONNECTION_ERROR')])

/** One result as the sum of itself. */
const single = (result: ResultRow): Rollup => {
  const sketch = emptySketch()
  const hasResponse = result.http_code !== null
  if (hasResponse) addTo(sketch, result.total)
  const is = (category: number) => (result.category === category ? 1 : 0)
  return {
    target_key: result.target_key,
    location_key: result.location_key,
    start: periodStart('HOUR', result.due),
    pass: is(PASS),
    slow: is(SLOW),
    warning: is(WARNING),
    fail: is(FAIL),
    skipped: is(SKIPPED),
    unavailable: is(FAIL) && UNAVAILABLE.has(result.reason) ? 1 : 0,
    answered: hasResponse ? 1 : 0,
    sum_ms: hasResponse ? result.total : 0,
    min_ms: hasResponse ? result.total : null,
    max_ms: hasResponse ? result.total : null,
    sketch,
  }
}

/** Adds new results to the hours they were due in. The caller holds the locks of their targets. */
export const addToHours = async (db: Db, results: readonly ResultRow[]): Promise<void> => {
  if (results.length === 0) return
  const projectOf = new Map(results.map((result) => [result.target_key, result.project_key]))
  const sums = mergeRollups(results.map(single), (row) => row)
  const { rows } = await sql<RollupColumns>`
    select r.target_key, r.location_key, r.start, pass, slow, warning, fail, skipped, unavailable, answered, sum_ms, min_ms, max_ms, sketch
    from json_to_recordset(${JSON.stringify(sums.map(({ target_key: t, location_key: l, start: s }) => ({ t, l, s })))}::json)
      as hour(t int, l smallint, s bigint)
    join rollup r on r.target_key = t and r.kind = ${PERIOD_KINDS.HOUR} and r.location_key = l and r.start = s`.execute(
    db,
  )
  const nameOf = (row: { target_key: number; location_key: number; start: number }) =>
    `${row.target_key}:${row.location_key}:${row.start}`
  const before = new Map(rows.map((row) => [nameOf(row), row]))
  for (const sum of sums) {
    const row = before.get(nameOf(sum))
    if (row) addRollup(sum, rollupOf(row))
  }
  await writeRollups(
    db,
    sums.map((rollup) => ({ kind: PERIOD_KINDS.HOUR, projectKey: projectOf.get(rollup.target_key) ?? 0, rollup })),
  )
  const hours = new Set(sums.map((sum) => `${sum.target_key}:${sum.start / HOUR_MS}`))
  const stale = [...hours].map((name) => name.split(':').map(Number)).map(([t = 0, h = 0]) => ({ t, h: h * HOUR_MS }))
  await sql`insert into rollup_stale (target_key, hour)
    select t, h from json_to_recordset(${JSON.stringify(stale)}::json) as row(t int, h bigint) on conflict do nothing`.execute(
    db,
  )
}
