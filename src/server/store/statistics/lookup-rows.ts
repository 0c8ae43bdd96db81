import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../../domain/core/periods.ts'
import type { Db } from '../core/database.ts'
import { keptOf } from '../core/retention.ts'
import { COUNTED } from './sum-rows.ts'

/** Maximum number of results whose look-ups one answer is made of; the newest are read. */
const MOST_LOOKUP_RESULTS = 20_000
/** Result details that are in memory together. */
const AT_ONCE = 1_000
/** Margin for clocks that are ahead: no result is due later. */
const AHEAD_MS = 3 * DAY_MS
/** Details are small unless a page or script logs much: larger ones are left out rather than slowing the answer down. */
const MOST_BYTES = 1024 * 1024

/** One look-up of one result. */
export type Lookup = {
  readonly due: number
  readonly targetKey: number
  readonly locationKey: number
  readonly domain: string
  readonly ip: string
  readonly ms: number
}

type Asked = {
  readonly projectKey: number
  readonly targetKeys?: readonly number[]
  readonly locationKeys?: readonly number[]
  readonly categories?: readonly number[]
  readonly from: number
  readonly to: number
}

type Run = { due: number; target_key: number; location_key: number; source: number; attempt: number }

/**
 * Reads the look-ups of counted results, newest first. `from`: the moment from which they are complete, later than asked for where
 * details are gone or there are too many. `turn` is awaited between steps.
 */
export const readLookups = async (
  db: Db,
  asked: Asked,
  { now, turn }: { readonly now: number; readonly turn: () => Promise<void> },
): Promise<{ lookups: Lookup[]; from: number; truncated: boolean }> => {
  const { bodiesSince } = await keptOf(db, asked.projectKey, now)
  const kept = Math.max(asked.from, bodiesSince)
  const latest = Math.min(asked.to, now + AHEAD_MS)
  if (kept >= latest) return { lookups: [], from: asked.to, truncated: false }
  const within = (column: 'target_key' | 'location_key' | 'category', keys: readonly number[] | undefined) =>
    keys === undefined ? sql`` : sql`and r.${sql.ref(column)} = any(${[...keys]}::int[])`
  const rows: Run[] = []
  // Day by day, newest first: each is one partition, and nearly always few days are enough.
  for (
    let to = latest;
    to > kept && rows.length <= MOST_LOOKUP_RESULTS;
    to = Math.max(kept, periodStart('DAY', to - 1))
  ) {
    const from = Math.max(kept, periodStart('DAY', to - 1))
    const { rows: day } = await sql<Run>`
      select due, target_key, location_key, source, attempt from result r
      where project_key = ${asked.projectKey} and due >= ${sql.lit(from)} and due < ${sql.lit(to)} and ${COUNTED}
        ${within('target_key', asked.targetKeys)} ${within('location_key', asked.locationKeys)} ${within('category', asked.categories)}
      order by due desc limit ${MOST_LOOKUP_RESULTS + 1 - rows.length}`.execute(db)
    for (const run of day) rows.push(run)
  }
  // Results that were due with the first one that is left out are left out too, so that the answer is complete from a moment on.
  const last = rows.length > MOST_LOOKUP_RESULTS ? rows.at(-1) : undefined
  const from = last ? last.due + 1 : kept
  const runs = rows.filter(({ due }) => due >= from)
  const lookups: Lookup[] = []
  for (let at = 0; at < runs.length; at += AT_ONCE)
    for (const { body, ...run } of await readDetails(db, runs.slice(at, at + AT_ONCE))) {
      await turn()
      for (const { domain, ip, ms } of lookupsOf(body))
        lookups.push({ due: run.due, targetKey: run.target_key, locationKey: run.location_key, domain, ip, ms })
    }
  return { lookups, from, truncated: last !== undefined }
}

const readDetails = async (db: Db, runs: readonly Run[]): Promise<(Run & { body: Buffer })[]> => {
  const [newest, oldest] = [runs[0]?.due ?? 0, runs.at(-1)?.due ?? 0]
  const { rows } = await sql<Run & { body: Buffer }>`
    select d.due, d.target_key, d.location_key, d.source, d.attempt, d.body
    from unnest(${runs.map((run) => run.target_key)}::int[], ${runs.map((run) => run.due)}::bigint[],
        ${runs.map((run) => run.location_key)}::smallint[], ${runs.map((run) => run.source)}::int[],
        ${runs.map((run) => run.attempt)}::smallint[]) r(target, due, location, source, attempt)
      join result_detail d on d.target_key = r.target and d.due = r.due and d.location_key = r.location and d.source = r.source
        and d.attempt = r.attempt and d.due >= ${sql.lit(oldest)} and d.due <= ${sql.lit(newest)}`.execute(db)
  return rows
}

/** The look-ups of a packed detail; none of one that has another form. */
const lookupsOf = (body: Buffer): { domain: string; ip: string; ms: number }[] => {
  try {
    const detail: unknown = JSON.parse(inflateRawSync(body, { maxOutputLength: MOST_BYTES }).toString('utf8'))
    const { lookups } = Object(Object(detail).dns)
    return Array.isArray(lookups) ? lookups.filter(isLookup) : []
  } catch {
    return []
  }
}

const isLookup = (value: unknown): value is { domain: string; ip: string; ms: number } => {
  const { domain, ip, ms } = Object(value)
  return typeof domain === 'string' && typeof ip === 'string' && typeof ms === 'number' && ms >= 0
}
