import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { encodeSketch, type Sketch, sketchTally } from '../../../domain/core/sketch.ts'
import { type Distribution, distributionOf } from '../../../domain/statistics/distribution.ts'
import type { Figures } from '../../../domain/statistics/figures.ts'
import type { Measure } from '../../../domain/statistics/measures.ts'
import { dividePhases, encodePhases, PHASES } from '../../../domain/statistics/phase-sums.ts'
import type { Window } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { readFigures } from './figures.ts'
import { PERIOD_KINDS, WITHOUT_PHASES } from './marks.ts'

/** Monitors of a project whose figures are read together, and the durations that are wanted of them. */
export type Scope = {
  readonly projectKey: number
  readonly targetKeys: readonly number[]
  readonly measures: readonly Measure[]
  /** Changes with the monitors and the durations. */
  readonly name: string
}

/** Names a scope by its monitors and durations. */
export const scopeOf = (projectKey: number, targetKeys: readonly number[], measures: readonly Measure[]): Scope => {
  const content = `${measures.join()} ${targetKeys.toSorted((a, b) => a - b).join()}`
  const name = createHash('sha256').update(content).digest('base64url').slice(0, 22)
  return { projectKey, targetKeys, measures, name }
}

/** Two months and two days: the current calendar month and the one before. */
const KEPT_MS = 64 * DAY_MS

/** Voids the sums of hours that were summed up again, in the transaction that did it. */
export const voidScopeHours = async (
  db: Db,
  hours: readonly { readonly target_key: number; readonly hour: number }[],
): Promise<void> => {
  await sql`
    insert into scope_due (project_key, start)
    select distinct s.project_key, h.hour
    from unnest(${hours.map(({ target_key }) => target_key)}::int[], ${hours.map(({ hour }) => hour)}::bigint[]) h(t, hour)
      join object o on o.key = h.t join scope s on s.project_key = o.project_key
    order by 1, 2 on conflict do nothing`.execute(db)
}

const markKinds = (measures: readonly Measure[]) =>
  measures.some((measure) => measure !== 'total') ? [PERIOD_KINDS.HOUR, WITHOUT_PHASES] : [PERIOD_KINDS.HOUR]

type SumRow = Omit<Figures, 'sumMs' | 'minMs' | 'maxMs' | 'measured'> & {
  readonly start: number
  readonly sum_ms: number
  readonly min_ms: number | null
  readonly max_ms: number | null
  readonly sketch: Buffer
  readonly phases: Buffer | null
}

/** Reads the sums of whole hours that are valid, by their starts. */
export const readScopeHours = async (
  db: Db,
  { projectKey, targetKeys, measures, name }: Scope,
  { from, to }: Window,
): Promise<ReadonlyMap<number, Figures>> => {
  const { rows } = await sql<SumRow>`
    select r.start, r.pass, r.slow, r.warning, r.fail, r.skipped, r.unavailable, r.answered, r.sum_ms, r.min_ms, r.max_ms, r.sketch, r.phases
    from scope_rollup r
    where r.project_key = ${projectKey} and r.start >= ${from} and r.start + ${HOUR_MS} <= ${to} and r.name = ${name}
      and not exists (select from scope_due d where d.project_key = r.project_key and d.start = r.start)
      and r.start <> all(array(select distinct hour from rollup_stale
        where kind = any(${markKinds(measures)}::smallint[]) and hour >= ${from} and hour < ${to} and target_key = any(${[...targetKeys]}::int[])))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.start, figuresOf(row, measures)]))
}

const figuresOf = (row: SumRow, measures: readonly Measure[]): Figures => {
  const { start: _, sum_ms: sumMs, min_ms: minMs, max_ms: maxMs, sketch, phases, ...counts } = row
  const parts = phases ? dividePhases(phases) : []
  const measured = measures.map((measure): [Measure, Distribution] => {
    const part = measure === 'total' ? { sum: sumMs, sketch } : parts[PHASES.indexOf(measure)]
    const known = { sketches: part ? [part.sketch] : [], values: [], count: counts.answered, sum: part?.sum ?? 0 }
    return [measure, distributionOf(known, false)]
  })
  return { ...counts, sumMs, minMs, maxMs, measured: Object.fromEntries(measured) }
}

/** Queues the hours of a scope that are new, or all of them if the scope has changed. */
const queueHours = async (db: Db, { projectKey, name }: Scope, now: number): Promise<void> => {
  const upto = periodStart('HOUR', now)
  const oldest = upto - KEPT_MS
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; upto: number }>`
      select name, upto from scope where project_key = ${projectKey} for update`.execute(tx)
    const [known] = rows
    const from = known?.name === name ? Math.max(known.upto, oldest) : oldest
    if (known?.name === name && from >= upto) return
    await sql`insert into scope (project_key, name, upto) values (${projectKey}, ${name}, ${upto})
      on conflict (project_key) do update set name = excluded.name, upto = excluded.upto`.execute(tx)
    await sql`insert into scope_due (project_key, start)
      select ${projectKey}, start from generate_series(${from}::bigint, ${upto - HOUR_MS}::bigint, ${HOUR_MS}::bigint) start
      order by 2 on conflict do nothing`.execute(tx)
    await sql`delete from scope_rollup where project_key = ${projectKey} and start < ${oldest}`.execute(tx)
    await sql`delete from scope_due where project_key = ${projectKey} and start < ${oldest}`.execute(tx)
  })
}

/** Hours that follow each other, as windows. `hours`: in ascending order. */
const runsOf = (hours: readonly number[]): Window[] => {
  const runs: Window[] = []
  for (const hour of hours) {
    const last = runs.at(-1)
    if (last && last.to === hour) runs[runs.length - 1] = { from: last.from, to: hour + HOUR_MS }
    else runs.push({ from: hour, to: hour + HOUR_MS })
  }
  return runs
}

/** Sums that one transaction reads. It is short, because a late result of such an hour waits for it. */
const SUMS_AT_ONCE = 40_000
/** Most hours of one transaction. */
const HOURS_AT_ONCE = 48

/**
 * Sums up the next hours of a scope, newest first. Hours whose own sums are not made yet come later. Returns whether there may be more.
 */
export const sumUpScope = async (db: Db, scope: Scope, now: number): Promise<boolean> => {
  await queueHours(db, scope, now)
  const { projectKey, targetKeys, measures } = scope
  const atOnce = Math.max(1, Math.min(HOURS_AT_ONCE, Math.floor(SUMS_AT_ONCE / Math.max(1, targetKeys.length))))
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ start: number }>`
      delete from scope_due where project_key = ${projectKey} and start in (
        select start from scope_due where project_key = ${projectKey} and start <> all(array(select distinct hour from rollup_stale
            where kind = any(${markKinds(measures)}::smallint[]) and target_key = any(${[...targetKeys]}::int[])))
          order by start desc limit ${atOnce} for update skip locked)
      returning start`.execute(tx)
    for (const window of runsOf(rows.map(({ start }) => start).sort((a, b) => a - b))) {
      const of = { targetKeys, window, now, measures, step: 'HOUR', together: true, isSummed: true } as const
      const found = new Map((await readFigures(tx, of)).rows.map(({ start, figures }) => [start, figures]))
      for (let hour = window.from; hour < window.to; hour += HOUR_MS)
        await storeHour(tx, scope, hour, found.get(hour) ?? null)
    }
    return rows.length === atOnce
  })
}

const storeHour = async (
  db: Db,
  { projectKey, measures, name }: Scope,
  start: number,
  figures: Figures | null,
): Promise<void> => {
  const sketchOf = (measure: Measure): Sketch => {
    const tally = sketchTally()
    figures?.measured[measure]?.tallyInto(tally)
    return tally.sketch()
  }
  const phases = measures.some((measure) => measure !== 'total')
    ? encodePhases(PHASES.map((phase) => ({ sum: figures?.measured[phase]?.sum ?? 0, sketch: sketchOf(phase) })))
    : null
  const { pass = 0, slow = 0, warning = 0, fail = 0, skipped = 0, unavailable = 0, answered = 0 } = figures ?? {}
  const { sumMs = 0, minMs = null, maxMs = null } = figures ?? {}
  await sql`
    insert into scope_rollup (project_key, start, name, pass, slow, warning, fail, skipped, unavailable, answered, sum_ms, min_ms, max_ms, sketch, phases)
    values (${projectKey}, ${start}, ${name}, ${pass}, ${slow}, ${warning}, ${fail}, ${skipped}, ${unavailable}, ${answered}, ${sumMs},
      ${minMs}, ${maxMs}, ${Buffer.from(encodeSketch(sketchOf('total')))}, ${phases && Buffer.from(phases)})
    on conflict (project_key, start) do update set name = excluded.name, pass = excluded.pass, slow = excluded.slow,
      warning = excluded.warning, fail = excluded.fail, skipped = excluded.skipped, unavailable = excluded.unavailable,
      answered = excluded.answered, sum_ms = excluded.sum_ms, min_ms = excluded.min_ms, max_ms = excluded.max_ms,
      sketch = excluded.sketch, phases = excluded.phases`.execute(db)
}

/** Deletes the sums of a project that has no scope any more. */
export const deleteScope = async (db: Db, projectKey: number): Promise<void> => {
  for (const table of ['scope', 'scope_due', 'scope_rollup'])
    await sql`delete from ${sql.ref(table)} where project_key = ${projectKey}`.execute(db)
}
