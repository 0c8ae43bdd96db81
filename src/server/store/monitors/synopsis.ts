import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, periodStart } from '../../../domain/core/periods.ts'
import { type Counts, passRate } from '../../../domain/statistics/statistics.ts'
import { lastDay } from '../../../domain/statistics/windows.ts'
import type { Db } from '../core/database.ts'
import { categories } from '../identity/codes.ts'
import { lastResults } from '../results/last-results.ts'
import { inSnapshot, readFigures } from '../statistics/figures.ts'
import { PERIOD_KINDS } from '../statistics/marks.ts'
import { COUNTED } from '../statistics/sum-rows.ts'

/** Monitors by the category of their newest result; `other`: it was skipped, or there is none. */
export type Standing = Counts & { readonly other: number }

export type Synopsis = {
  /** Results of the last 24 hours. */
  counts: Counts
  standing: Standing
  /** Milliseconds; null if nothing answered. */
  meanMs: number | null
  /** The monitors with the lowest pass rates, worst first. */
  worst: { key: number; id: string; name: string; passRate: number | null }[]
}

const WORST = 5
/** Margin for agents' clocks that are ahead. */
const AHEAD_MS = 3 * DAY_MS
const NONE: Counts = { pass: 0, slow: 0, warning: 0, fail: 0 }

type Sums = Counts & { readonly answered: number; readonly sumMs: number }
type Troubled = Counts & { readonly key: number }

/**
 * Summarizes the monitors of projects over the last 24 hours, by project key. Counts up to the current hour are those of `last_day`, which is
 * one row for each monitor; later results are added to them. Monitors whose row is not valid are read by themselves.
 */
export const synopsesOf = (db: Db, projectKeys: readonly number[], now: number): Promise<Map<number, Synopsis>> =>
  inSnapshot(db, async (snapshot) => {
    // What is joined here has no index. Before the tables are analyzed for the first time, the planner takes ten thousand monitors for one,
    // and would compare each with each: half a minute instead of a twentieth of a second.
    await sql`set local enable_nestloop = off`.execute(snapshot)
    const parts = await summedUp(snapshot, projectKeys, now)
    await sql`set local enable_nestloop = on`.execute(snapshot)
    const found = new Map<number, Synopsis>()
    for (const projectKey of projectKeys) {
      const known = parts.get(projectKey) ?? EMPTY
      const rest = await counted(snapshot, known.missing, now)
      const sums = added(known.sums, rest.sums)
      const worst = inOrder([...known.worst, ...rest.worst]).slice(0, WORST)
      found.set(projectKey, {
        counts: { pass: sums.pass, slow: sums.slow, warning: sums.warning, fail: sums.fail },
        standing: standingOf([...known.standing, ...rest.standing]),
        meanMs: sums.answered > 0 ? sums.sumMs / sums.answered : null,
        worst: await named(snapshot, worst),
      })
    }
    return found
  })

/** Category code of the newest result (null: none), and the number of such monitors. */
type Standings = readonly (readonly [category: number | null, monitors: number])[]

type Part = {
  readonly sums: Sums
  readonly standing: Standings
  readonly worst: readonly Troubled[]
  /** Monitors whose last day is not summed up. */
  readonly missing: readonly number[]
}
const EMPTY: Part = { sums: { ...NONE, answered: 0, sumMs: 0 }, standing: [], worst: [], missing: [] }

const is = (name: 'PASS' | 'SLOW' | 'WARNING' | 'FAIL') => sql`r.category = ${sql.lit(categories.code(name))}`

type PartRow = Counts & {
  readonly project_key: number
  readonly answered: number
  readonly sum_ms: number
  readonly standing: Standings | null
  readonly worst: readonly Troubled[] | null
  readonly missing: readonly number[] | null
}

const summedUp = async (db: Db, projectKeys: readonly number[], now: number): Promise<Map<number, Part>> => {
  const hour = periodStart('HOUR', now)
  const { from, to } = lastDay(now)
  // Rows of the hour before hold until the last hour is summed up.
  const since = hour - HOUR_MS
  const { rows } = await sql<PartRow>`
    with own as materialized (
      select key, project_key from object o where project_key = any(${[...projectKeys]}::int[]) and kind = 'monitor'
        and not exists (select from object i where i.key = o.key and i.project_key = o.project_key and i.kind = 'monitor'
          and i.doc #>> '{meta,workspace}' = '_meta')),
    day as materialized (
      select d.* from last_day d join own on own.key = d.target_key
      where d.project_key = any(${[...projectKeys]}::int[]) and d."from" = ${from} and d."to" >= ${since}
        and not exists (select from rollup_stale s where s.kind = ${sql.lit(PERIOD_KINDS.HOUR)} and s.hour >= ${from} and s.hour < ${hour}
          and s.hour < d."to" and s.target_key = d.target_key)),
    fresh as (
      select r.target_key, count(*) filter (where ${is('PASS')} and ${IN_DAY(to)}) as pass, count(*) filter (where ${is('SLOW')} and ${IN_DAY(to)}) as slow,
        count(*) filter (where ${is('WARNING')} and ${IN_DAY(to)}) as warning, count(*) filter (where ${is('FAIL')} and ${IN_DAY(to)}) as fail,
        count(*) filter (where r.http_code is not null and ${IN_DAY(to)}) as answered,
        coalesce(sum(r.total::float8) filter (where r.http_code is not null and ${IN_DAY(to)}), 0) as sum_ms,
        (max(array[r.due, r.location_key, r.source, r.attempt, r.category]::bigint[]))[5] as last_category
      from result r join day d on d.target_key = r.target_key and r.due >= d."to"
      where r.project_key = any(${[...projectKeys]}::int[]) and r.due >= ${sql.lit(since)} and r.due < ${sql.lit(hour + AHEAD_MS)}
      group by 1),
    each as (
      select d.project_key, d.target_key as key, d.pass + coalesce(f.pass, 0) as pass, d.slow + coalesce(f.slow, 0) as slow,
        d.warning + coalesce(f.warning, 0) as warning, d.fail + coalesce(f.fail, 0) as fail, d.answered + coalesce(f.answered, 0) as answered,
        d.sum_ms + coalesce(f.sum_ms, 0) as sum_ms, coalesce(f.last_category, d.last_category) as last_category
      from day d left join fresh f using (target_key)),
    sums as (
      select project_key, sum(pass)::bigint as pass, sum(slow)::bigint as slow, sum(warning)::bigint as warning, sum(fail)::bigint as fail,
        sum(answered)::bigint as answered, sum(sum_ms) as sum_ms from each group by 1),
    standing as (
      select project_key, json_agg(json_build_array(last_category, monitors)) as rows
      from (select project_key, last_category, count(*) as monitors from each group by 1, 2) c group by 1),
    worst as (
      select project_key, json_agg(json_build_object('key', key, 'pass', pass, 'slow', slow, 'warning', warning, 'fail', fail)) as rows
      from (select *, row_number() over (partition by project_key order by
          case when pass + slow + fail > 0 then (pass + slow)::float8 / (pass + slow + fail) else 1 end, fail + warning desc, key) as place
        from each where warning + fail > 0) w where place <= ${WORST} group by 1),
    missing as (
      select project_key, array_agg(key) as keys from own
      where not exists (select from day d where d.target_key = own.key) group by 1)
    select p.key as project_key, coalesce(s.pass, 0) as pass, coalesce(s.slow, 0) as slow, coalesce(s.warning, 0) as warning,
      coalesce(s.fail, 0) as fail, coalesce(s.answered, 0) as answered, coalesce(s.sum_ms, 0) as sum_ms, t.rows as standing, w.rows as worst,
      m.keys as missing
    from unnest(${[...projectKeys]}::int[]) p(key) left join sums s on s.project_key = p.key left join standing t on t.project_key = p.key
      left join worst w on w.project_key = p.key left join missing m on m.project_key = p.key`.execute(db)
  return new Map(
    rows.map(({ project_key, pass, slow, warning, fail, answered, sum_ms, standing, worst, missing }) => [
      project_key,
      {
        sums: { pass, slow, warning, fail, answered, sumMs: sum_ms },
        standing: standing ?? [],
        worst: worst ?? [],
        missing: missing ?? [],
      },
    ]),
  )
}

const IN_DAY = (to: number) => sql`${COUNTED} and r.due < ${sql.lit(to)}`

/** The same of monitors whose last day is not summed up. */
const counted = async (db: Db, keys: readonly number[], now: number): Promise<Omit<Part, 'missing'>> => {
  if (keys.length === 0) return EMPTY
  const { rows } = await readFigures(db, { targetKeys: keys, window: lastDay(now), now })
  const last = await lastResults(db, keys, now)
  return {
    sums: rows.reduce((sum, { figures }) => added(sum, figures), EMPTY.sums),
    standing: keys.map((key) => {
      const category = last.get(key)?.result_category
      return [category === undefined ? null : categories.code(category), 1]
    }),
    worst: inOrder(
      rows
        .filter(({ figures: { warning, fail } }) => warning + fail > 0)
        .map(({ targetKey, figures: { pass, slow, warning, fail } }) => ({
          key: targetKey,
          pass,
          slow,
          warning,
          fail,
        })),
    ).slice(0, WORST),
  }
}

const added = (a: Sums, b: Sums): Sums => ({
  pass: a.pass + b.pass,
  slow: a.slow + b.slow,
  warning: a.warning + b.warning,
  fail: a.fail + b.fail,
  answered: a.answered + b.answered,
  sumMs: a.sumMs + b.sumMs,
})

/** Worst first. Warnings alone give no pass rate, and rank below every failure. */
const inOrder = (rows: readonly Troubled[]): readonly Troubled[] =>
  rows.toSorted(
    (a, b) => (passRate(a) ?? 1) - (passRate(b) ?? 1) || b.fail + b.warning - (a.fail + a.warning) || a.key - b.key,
  )

const standingOf = (standings: Standings): Standing => {
  const of = (...names: ('PASS' | 'SLOW' | 'WARNING' | 'FAIL')[]): number => {
    const codes = names.map(categories.code)
    return standings.reduce((sum, [code, monitors]) => sum + (code !== null && codes.includes(code) ? monitors : 0), 0)
  }
  const all = standings.reduce((sum, [, monitors]) => sum + monitors, 0)
  return {
    pass: of('PASS'),
    slow: of('SLOW'),
    warning: of('WARNING'),
    fail: of('FAIL'),
    other: all - of('PASS', 'SLOW', 'WARNING', 'FAIL'),
  }
}

const named = async (db: Db, worst: readonly Troubled[]): Promise<Synopsis['worst']> => {
  if (worst.length === 0) return []
  const rows = await db
    .selectFrom('object')
    .select(['key', 'id', 'name'])
    .where(
      'key',
      'in',
      worst.map(({ key }) => key),
    )
    .execute()
  const known = new Map(rows.map((row) => [row.key, row]))
  return worst.flatMap((row) => {
    const monitor = known.get(row.key)
    return monitor ? [{ ...monitor, passRate: passRate(row) }] : []
  })
}

/** Counts projects' objects per kind, without internal ones. */
export const objectCounts = async (
  db: Db,
  projectKeys: readonly number[],
): Promise<Map<number, ReadonlyMap<string, number>>> => {
  const { rows } = await sql<{ project_key: number; kind: string; count: number }>`
    select project_key, kind, sum(count)::int as count from (
      select project_key, kind, count(*) as count from object where project_key = any(${[...projectKeys]}::int[]) group by 1, 2
      union all
      select project_key, kind, -count(*) from object
      where project_key = any(${[...projectKeys]}::int[]) and doc #>> '{meta,workspace}' = '_meta' group by 1, 2) c
    group by 1, 2`.execute(db)
  return new Map(
    projectKeys.map((key) => [
      key,
      new Map(rows.filter((row) => row.project_key === key).map(({ kind, count }) => [kind, count])),
    ]),
  )
}
