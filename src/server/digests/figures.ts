import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../domain/core/periods.ts'
import { sketchTally } from '../../domain/core/sketch.ts'
import type { MonitorFigures, ProjectFigures } from '../../domain/mail/digest.ts'
import type { Span } from '../../domain/mail/digest-times.ts'
import type { Db } from '../store/core/database.ts'
import { ALL_LOCATIONS, PERIOD_KINDS } from '../store/statistics/rollups.ts'

/** Monitors per batch: their sketches are in memory together, and tallying them blocks the event loop. */
const OPTIMISTIC = 200

type Row = {
  target_key: number
  is_before: boolean
  pass: number
  slow: number
  warning: number
  fail: number
  sketches: Buffer
}

type Counted = Pick<Row, 'pass' | 'slow' | 'warning' | 'fail'>
const NOTHING = { counts: { pass: 0, slow: 0, warning: 0, fail: 0 }, medianMs: null }

/** Returns the figures of a project's monitors in a span and in the one before it; both are rounded down to full hours. */
export const projectFigures = async (
  db: Db,
  projectKey: number,
  { span, before }: { span: Span; before: Span },
): Promise<ProjectFigures> => {
  const monitors = await db
    .selectFrom('object')
    .select(['key', 'id', 'name'])
    .where('project_key', '=', projectKey)
    .where('kind', '=', 'monitor')
    .orderBy('key')
    .execute()
  const alerts = await alertsOf(db, projectKey, span)
  const all = { span: sketchTally(), before: sketchTally() }
  const figures: MonitorFigures[] = []
  for (let at = 0; at < monitors.length; at += OPTIMISTIC) {
    const some = monitors.slice(at, at + OPTIMISTIC)
    const totals = await totalsOf(
      db,
      some.map(({ key }) => key),
      { span, before },
      all,
    )
    for (const { key, id, name } of some)
      figures.push({
        id,
        name,
        span: totals.get(`${key} span`) ?? NOTHING,
        before: totals.get(`${key} before`) ?? NOTHING,
        alerts: alerts.get(key) ?? 0,
      })
  }
  return { monitors: figures, medianMs: all.span.take(0.5), medianBeforeMs: all.before.take(0.5) }
}

/** Counts each monitor's alerts in a span. */
const alertsOf = async (db: Db, projectKey: number, { from, to }: Span): Promise<Map<number, number>> => {
  const { rows } = await sql<{ target_key: number; alerts: number }>`
    select target_key, count(*)::int as alerts from delivery
    where project_key = ${projectKey} and created >= ${from} and created < ${to} and kind = 'alert' group by target_key`.execute(
    db,
  )
  return new Map(rows.map(({ target_key, alerts }) => [target_key, alerts]))
}

type Tally = ReturnType<typeof sketchTally>

/**
 * Sums counts in the database, which also concatenates sketches, each after its length. Full days come from daily rollups of all
 * locations, except days with hours that are not compacted yet. Those days and both ends come from hourly rollups per location, which
 * are always exact.
 */
const totalsOf = async (
  db: Db,
  keys: readonly number[],
  spans: { span: Span; before: Span },
  all: { span: Tally; before: Tally },
): Promise<Map<string, { counts: Counted; medianMs: number | null }>> => {
  const { rows } = await sql<Row>`
    with location_keys as materialized (select array_agg(key) as keys from location),
    stale as materialized (
      select distinct target_key, hour / ${DAY_MS} * ${DAY_MS} as day from rollup_stale
      where target_key = any(${[...keys]}::int[]) and hour >= ${spans.before.from - DAY_MS} and hour < ${spans.span.to}),
    part as (${partOf(keys, spans.span, false)} union all ${partOf(keys, spans.before, true)})
    select target_key, is_before, sum(pass)::int as pass, sum(slow)::int as slow, sum(warning)::int as warning, sum(fail)::int as fail,
      string_agg(int4send(length(sketch)) || sketch, ''::bytea) as sketches
    from part group by target_key, is_before`.execute(db)
  const tally = sketchTally()
  return new Map(
    rows.map(({ target_key, is_before, sketches, pass, slow, warning, fail }) => {
      const which = is_before ? 'before' : 'span'
      for (let at = 0; at < sketches.length; ) {
        const end = at + 4 + sketches.readInt32BE(at)
        const sketch = sketches.subarray(at + 4, end)
        tally.add(sketch)
        all[which].add(sketch)
        at = end
      }
      return [`${target_key} ${which}`, { counts: { pass, slow, warning, fail }, medianMs: tally.take(0.5) }]
    }),
  )
}

/** Selects the rollups of one span. */
const partOf = (keys: readonly number[], span: Span, isBefore: boolean) => {
  const [from, to] = [periodStart('HOUR', span.from), periodStart('HOUR', span.to)]
  const [firstDay, lastDay] = [Math.ceil(from / DAY_MS) * DAY_MS, Math.floor(to / DAY_MS) * DAY_MS]
  const hasDays = firstDay < lastDay
  const columns = sql`r.target_key, ${isBefore}::boolean as is_before, r.pass, r.slow, r.warning, r.fail, r.sketch`
  const targets = sql`r.target_key = any(${[...keys]}::int[])`
  const hours = (start: number, end: number) => sql`
    select ${columns} from rollup r where ${targets} and r.kind = ${PERIOD_KINDS.HOUR}
      and r.location_key = any((select keys from location_keys)::smallint[]) and r.start >= ${start} and r.start < ${end}`
  if (!hasDays) return hours(from, to)
  return sql`
    ${hours(from, firstDay)} union all ${hours(lastDay, to)} union all
    select ${columns} from rollup r where ${targets} and r.kind = ${PERIOD_KINDS.DAY} and r.location_key = ${ALL_LOCATIONS}
      and r.start >= ${firstDay} and r.start < ${lastDay}
      and not exists (select 1 from stale s where s.target_key = r.target_key and s.day = r.start)
    union all
    select ${columns} from stale s join rollup r on r.target_key = s.target_key and r.kind = ${PERIOD_KINDS.HOUR}
      and r.location_key = any((select keys from location_keys)::smallint[]) and r.start >= s.day and r.start < s.day + ${DAY_MS}
    where s.day >= ${firstDay} and s.day < ${lastDay}`
}
