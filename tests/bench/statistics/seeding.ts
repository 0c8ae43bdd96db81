import type { Client } from 'pg'
import { DAY_MS, periodStart } from '../../../src/domain/core/periods.ts'
import { copyResults } from '../../../src/server/demo/copy.ts'
import { historyOf, type StoredLocation, type StoredMonitor } from '../../../src/server/demo/history.ts'
import { SIMULATED_LOCATIONS, type SimulatedLocation } from '../../../src/server/demo/locations.ts'
import { progressOn } from '../../../src/server/demo/progress.ts'
import { demoMonitors } from '../../../src/server/demo/services.ts'
import { joinLocation } from '../../../src/server/store/agents/locations.ts'
import type { Database } from '../../../src/server/store/core/database.ts'
import { newId } from '../../../src/server/store/core/identifiers.ts'
import { packIndexes } from '../../../src/server/store/core/index-packing.ts'
import { partitionsOf } from '../../../src/server/store/core/partitions.ts'
import type { ResultRow } from '../../../src/server/store/core/tables.ts'
import { categories, IGNORED } from '../../../src/server/store/identity/codes.ts'
import { compact } from '../../../src/server/store/statistics/compaction.ts'

export const MONITORS = 200
const LOCATIONS = 10
const DAYS = 30
/** A schedule with an even number, which no schedule of the installation has: its runs are history alone. */
const SOURCE = 1_000_000
const SEED = 7
const FAIL = categories.code('FAIL')

export type Seeded = {
  readonly monitors: readonly { readonly id: string; readonly key: number }[]
  /** A monitor that ran each minute at each location within the newest two days: its hours hold 60 results. */
  readonly eachMinute: { readonly id: string; readonly key: number }
  readonly results: number
  readonly seedingMs: number
  readonly summingUpMs: number
}

/** The demo's locations, and as many more as are missing. */
const places = (): readonly SimulatedLocation[] => {
  const more = SIMULATED_LOCATIONS.slice(0, LOCATIONS - SIMULATED_LOCATIONS.length)
  return [
    ...SIMULATED_LOCATIONS,
    ...more.map((place) => ({ ...place, id: `${place.id}2`, roundTripMs: place.roundTripMs * 1.3 })),
  ].slice(0, LOCATIONS)
}

/** A failed run is made again: its first attempt is ignored in statistics. */
function* withRetries(runs: Iterable<ResultRow>): Generator<ResultRow> {
  for (const run of runs) {
    if (run.category !== FAIL) yield run
    else {
      yield { ...run, ignored: IGNORED.statistics }
      yield { ...run, attempt: 1, started: run.started + Math.ceil(run.total) + 1_000 }
    }
  }
}

const storeMonitors = async (client: Client, projectKey: number, now: number) => {
  const made = demoMonitors(MONITORS + 1, SEED)
  const rows = made.map(({ name, doc }) => ({ id: newId(), name, doc }))
  const stored = await client.query<{ id: string; key: number }>(
    `insert into object (id, project_key, kind, name, doc, owner, created, last_update)
     select id, $2, 'monitor', name, doc, 'bench', $3, $3
     from json_to_recordset($1::json) as row(id text, name text, doc jsonb) returning id, key`,
    [JSON.stringify(rows), projectKey, now],
  )
  return stored.rows.map((row, index): StoredMonitor & { id: string } => {
    const monitor = made[index]
    if (!monitor) throw new Error('There are more monitors than were made.')
    return { ...row, monitor }
  })
}

/**
 * Fills a store with a month of results in the order in which they were due, as agents bring them, and marks their hours like ingest;
 * then lets the product's own loops pack the indexes of days that are over, and sum up the hours. `results`: how many there are, about.
 */
export const seed = async (database: Database, results: number): Promise<Seeded> => {
  const now = Date.now()
  const client = database.dedicated()
  await client.connect()
  try {
    const [project] = (await client.query<{ key: number }>('select key from project order by key limit 1')).rows
    const projectKey = project?.key ?? 0
    const stored: StoredLocation[] = []
    for (const place of places()) {
      const { location } = await joinLocation(database.db, place.id, place.place, now)
      stored.push({ key: location.key, place })
    }
    const monitors = await storeMonitors(client, projectKey, now)
    const eachMinute = monitors.at(-1)
    if (!eachMinute) throw new Error('No monitor was made.')
    const today = periodStart('DAY', now)
    const span = { from: today - (DAYS - 1) * DAY_MS, to: now }
    const common = { seed: SEED, projectKey, scheduleKey: SOURCE, places: stored }
    const history = historyOf({
      ...common,
      span,
      everyMs: Math.round(((span.to - span.from) * MONITORS * LOCATIONS) / results),
      monitors: monitors.slice(0, MONITORS),
    })
    const often = historyOf({
      ...common,
      span: { from: today - DAY_MS, to: now },
      everyMs: 60_000,
      monitors: [eachMinute],
    })
    await client.query('set synchronous_commit = off')
    const partitions = partitionsOf(database.db)
    const bar = progressOn(process.stderr, 'results', Date.now)
    let count = 0
    for (let day = span.from; day < span.to; day += DAY_MS) {
      await partitions.cover([day], now)
      const rows: ResultRow[] = []
      const ignoreHour = () => undefined
      for (const runs of [history.runsOf(day, ignoreHour), day < today - DAY_MS ? [] : often.runsOf(day, ignoreHour)])
        for (const run of withRetries(runs)) rows.push(run)
      rows.sort((a, b) => a.due - b.due)
      await client.query('begin')
      await copyResults(client, rows)
      await markDay(client, rows)
      await client.query('commit')
      count += rows.length
      bar.show(count, history.expected + 2 * 1440 * LOCATIONS)
    }
    const seedingMs = bar.end()
    while (await packIndexes(database.db, now));
    await client.query('vacuum analyze result')
    const summingUpMs = await sumUp(database, client, now)
    await client.query('vacuum analyze rollup')
    await client.query('checkpoint')
    return { monitors: monitors.slice(0, MONITORS), eachMinute, results: count, seedingMs, summingUpMs }
  } finally {
    await client.end()
  }
}

const markDay = async (client: Client, rows: readonly ResultRow[]): Promise<void> => {
  const names = new Set(rows.map(({ target_key, due }) => `${target_key} ${periodStart('HOUR', due)}`))
  const hours = [...names].map((name) => name.split(' ').map(Number))
  await client.query(
    `insert into rollup_stale (kind, target_key, hour) select 1, t, h from unnest($1::int[], $2::bigint[]) row(t, h)
     on conflict do nothing`,
    [hours.map(([target]) => target), hours.map(([, hour]) => hour)],
  )
}

/** Sums up everything that is over, beside the server, which does the same. Returns the milliseconds. */
const sumUp = async (database: Database, client: Client, now: number): Promise<number> => {
  const marked = async () => {
    const { rows } = await client.query<{ count: string }>('select count(*) as count from rollup_stale where kind = 1')
    return Number(rows[0]?.count)
  }
  const all = await marked()
  const bar = progressOn(process.stderr, 'hours', Date.now)
  for (let turn = 0; await compact(database, now); turn++) if (turn % 10 === 0) bar.show(all - (await marked()), all)
  return bar.end()
}
