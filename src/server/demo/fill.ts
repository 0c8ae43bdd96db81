import { sql } from 'kysely'
import { DAY_MS, periodStart } from '../../domain/core/periods.ts'
import { joinLocation } from '../store/agents/locations.ts'
import type { Database, Db } from '../store/core/database.ts'
import { newId } from '../store/core/identifiers.ts'
import { partitionsOf } from '../store/core/partitions.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { applySettings, LONG_WORK } from '../store/core/session-settings.ts'
import { queueProject } from '../store/insights/score-queue.ts'
import { monitors as monitorObjects } from '../store/monitors/monitors.ts'
import { createProject } from '../store/projects/projects.ts'
import { addTargets, schedules } from '../store/schedules/schedules.ts'
import { PERIOD_KINDS } from '../store/statistics/marks.ts'
import { copyResults, copyRollups } from './copy.ts'
import { keepEvidence } from './evidence.ts'
import { historyOf, type StoredLocation, type StoredMonitor } from './history.ts'
import { SIMULATED_LOCATIONS } from './locations.ts'
import { auditDemo } from './note.ts'
import { rollupBuilder } from './rollups.ts'
import { demoMonitors } from './services.ts'

export type Filling = {
  readonly monitors: number
  readonly days: number
  readonly everySeconds: number
  readonly places: number
  readonly seed: number
  readonly projectName: string
  /** The project's owner. */
  readonly accountId: string
  readonly orgId: string | null
  readonly now: number
}

/** Objects per insert statement. */
const OBJECTS_AT_ONCE = 1_000

const makeMonitors = async (db: Db, projectKey: number, filling: Filling): Promise<StoredMonitor[]> => {
  const made = demoMonitors(filling.monitors, filling.seed)
  const keys: number[] = []
  for (let at = 0; at < made.length; at += OBJECTS_AT_ONCE) {
    const rows = made.slice(at, at + OBJECTS_AT_ONCE).map(({ name, doc }) => ({ id: newId(), name, doc }))
    const stored = await sql<{ key: number }>`
      insert into object (id, project_key, kind, name, doc, owner, created, last_update)
      select id, ${projectKey}::int, ${monitorObjects.kind}, name, doc, ${filling.accountId}, ${filling.now}::bigint, ${filling.now}::bigint
      from json_to_recordset(${JSON.stringify(rows)}::json) as row(id text, name text, doc jsonb)
      returning key`.execute(db)
    for (const { key } of stored.rows) keys.push(key)
  }
  return made.map((monitor, index) => ({ key: keys[index] ?? 0, monitor }))
}

const makeProject = (database: Database, sealing: SecretCipher, filling: Filling) =>
  database.db.transaction().execute(async (db) => {
    const { projectName: name, orgId, accountId, now, everySeconds } = filling
    const project = await createProject(db, { name, orgId, tags: ['demo'], accountId, now })
    const places: StoredLocation[] = []
    for (const place of SIMULATED_LOCATIONS.slice(0, filling.places)) {
      const { location } = await joinLocation(db, place.id, place.place, now)
      places.push({ key: location.key, place })
    }
    const monitors = await makeMonitors(db, project.key, filling)
    const schedule = await schedules.create(db, {
      projectKey: project.key,
      name: 'Demo',
      owner: accountId,
      now,
      // Disabled, because the demo's hosts do not exist.
      doc: {
        tags: ['demo'],
        frequency_seconds: everySeconds,
        regions: ['all'],
        locations: [],
        backoff_method: null,
        enabled: false,
      },
    })
    await addTargets(
      db,
      schedule.key,
      monitors.map(({ key }) => key),
    )
    await auditDemo(db, sealing, { action: 'project.create', project, now })
    return { project, places, monitors, scheduleKey: schedule.key }
  })

/** Outcome of creating a demo. */
export type Filled = { readonly projectId: string; readonly results: number }

/**
 * Creates a project with a history: monitors, simulated locations, results day by day, and the rollups that ingest and compaction would
 * have made. `onProgress` receives the results stored and the estimated total.
 */
export const fillDemo = async (
  database: Database,
  sealing: SecretCipher,
  filling: Filling,
  onProgress: (stored: number, expected: number) => void,
): Promise<Filled> => {
  const { project, places, monitors, scheduleKey } = await makeProject(database, sealing, filling)
  const today = periodStart('DAY', filling.now)
  const span = { from: today - (filling.days - 1) * DAY_MS, to: filling.now }
  const everyMs = filling.everySeconds * 1000
  const history = historyOf({
    seed: filling.seed,
    span,
    everyMs,
    projectKey: project.key,
    scheduleKey,
    monitors,
    places,
  })
  const [results, rollups] = [database.dedicated(), database.dedicated()]
  await Promise.all([results.connect(), rollups.connect()])
  try {
    // After a crash, the demo is created again.
    for (const client of [results, rollups]) {
      await applySettings(client, LONG_WORK)
      await client.query('set synchronous_commit = off')
    }
    const partitions = partitionsOf(database.db)
    const sums = rollupBuilder(project.key)
    const evidence = keepEvidence()
    let stored = 0
    let writing: Promise<void> = Promise.resolve()
    for (let day = span.from; day < span.to; day += DAY_MS) {
      await partitions.cover([day], filling.now)
      const counted = function* () {
        for (const run of history.runsOf(day, sums.addHour)) {
          stored++
          if (stored % 5_000 === 0) onProgress(stored, history.expected)
          evidence.see(run)
          yield run
        }
      }
      await copyResults(results, counted())
      await writing
      writing = copyRollups(rollups, sums.take(day + DAY_MS))
      // Awaited, with its errors, one day later.
      writing.catch(() => {})
    }
    await writing
    await copyRollups(rollups, sums.take(null))
    await evidence.write(database.db, monitors)
    await sql`insert into usage (project_key, start, part, runs)
      select project_key, start, 0, sum(pass + slow + warning + fail) from rollup
      where project_key = ${project.key} and kind = ${PERIOD_KINDS.HOUR} and location_key > 0 group by project_key, start`.execute(
      database.db,
    )
    // Made while there were no results yet.
    await database.db.deleteFrom('last_day').where('project_key', '=', project.key).execute()
    for (const table of ['result', 'rollup', 'object']) await results.query(`analyze ${table}`)
    await queueProject(database.db, project.key, filling.now)
    onProgress(stored, stored)
    return { projectId: project.id, results: stored }
  } finally {
    await Promise.all([results.end(), rollups.end()])
  }
}
