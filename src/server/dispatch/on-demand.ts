import { sql } from 'kysely'
import { NO_BROWSER, noAgentAt, noBrowserAt } from '../../domain/agents/no-browser.ts'
import { Refusal } from '../refusal.ts'
import { type Location, locationsFor } from '../store/agents/locations.ts'
import type { Db } from '../store/core/database.ts'
import type { Stored } from '../store/core/objects.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { triggers } from '../store/identity/codes.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import { needsOf } from '../store/monitors/needs.ts'
import { spentDay } from '../store/projects/spent-days.ts'
import { idOfRun, sourceOnDemand } from '../store/results/runs.ts'
import { ableLocations } from '../store/runs/able-locations.ts'
import { sealContext } from './run-context.ts'

/** Runs of a project that are asked for with a delay and not due yet. Their variables are stored until then. */
const MOST_DELAYED = 1_000

/** A run that no agent took within this time after it was due is given up. */
const WAITS_MS = 3_600_000

type Request = {
  /** A monitor, or a workflow with the setup of one of its browser tests. */
  target: Pick<Stored<Pick<MonitorDoc, 'setup'>>, 'key' | 'project_key' | 'doc'>
  locationId: string | null
  delayMs: number
  variables: Readonly<Record<string, string | number | boolean | null>>
  /** Names of those that are secret. */
  secretVariables?: readonly string[]
  sealing: SecretCipher
  trigger: 'manual' | 'api'
  /** An alert asks for it. */
  byAlert?: boolean
  now: number
}

export type RequestedRun = { result_id: string; location_id: string; location_key: number }

/** Queues a run; its result is readable as QUEUED as soon as this is committed. */
export const requestRun = async (db: Db, request: Request): Promise<RequestedRun | Refusal> => {
  const spent = await spentDay(db, request.target.project_key, request.now)
  if (spent !== null) return daySpent(spent)
  const location = await locationFor(db, request)
  if (location instanceof Refusal) return location
  const due = request.now + request.delayMs
  if (request.delayMs > 0 && (await delayedAt(db, location.key, request)) >= MOST_DELAYED)
    return new Refusal(
      409,
      'conflict',
      `The project already has ${MOST_DELAYED} runs that wait for their time at this location; ask again when some have started.`,
    )
  const run = {
    target_key: request.target.key,
    location_key: location.key,
    source: sourceOnDemand({ isAside: request.byAlert === true || Object.keys(request.variables).length > 0 }),
    attempt: 0,
    due,
  }
  const values = textsOf(request.variables)
  await db
    .insertInto('job')
    .values({
      ...run,
      project_key: request.target.project_key,
      trigger: triggers.code(request.trigger),
      expires: due + WAITS_MS,
      context: sealContext({ values, secret: request.secretVariables ?? [] }, request.sealing),
      lease_until: null,
      agent_id: null,
      needs: needsOf(request.target.doc),
    })
    .execute()
  return { result_id: idOfRun(run), location_id: location.id, location_key: location.key }
}

const daySpent = (results: number): Refusal =>
  new Refusal(
    403,
    'quota',
    `This project has ${results.toLocaleString('en')} results of today, as many as this server allows in a day (SONDE_PROJECT_RESULTS_PER_DAY). Runs are made again from 00:00 UTC, or once the operator raises the limit.`,
  )

const delayedAt = async (db: Db, locationKey: number, { target, now }: Request): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from job where location_key = ${locationKey} and project_key = ${target.project_key}
      and coalesce(not_before, due) > ${now} and trigger <> ${triggers.code('schedule')} limit ${MOST_DELAYED}) waiting`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Variables as runs have them: texts. */
export const textsOf = (variables: Request['variables']): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]))

const refusedLocation = (code: 'unknown' | 'invalid', message: string): Refusal =>
  new Refusal(422, 'invalid', message, { problems: [{ field: 'location_id', code, message }] })

/**
 * The location that was asked for, else the first of the monitor's schedules, else the first there is. A browser test runs only where an
 * agent has a browser.
 */
const locationFor = async (db: Db, { target, locationId, now }: Request): Promise<Location | Refusal> => {
  const locations = await locationsFor(db, target.project_key)
  const able = await ableLocations(db, locations, target.doc, now)
  if (locationId !== null) {
    const location = locations.find(({ id }) => id === locationId)
    if (!location)
      return refusedLocation('unknown', `location_id must be the id of a location; there is none called ${locationId}.`)
    if (able.includes(location)) return location
    return refusedLocation('invalid', (location.closed ? noAgentAt : noBrowserAt)(location.place.name))
  }
  const slots = await db
    .selectFrom('slot')
    .select('location_key')
    .distinct()
    .where('target_key', '=', target.key)
    .orderBy('location_key')
    .execute()
  const [first] = slots.flatMap((slot) => able.find(({ key }) => key === slot.location_key) ?? [])
  const location = first ?? able[0]
  if (location) return location
  return locations.some(({ closed }) => !closed)
    ? refusedLocation('invalid', NO_BROWSER)
    : new Refusal(503, 'unavailable', 'No agent has joined yet, so there is nowhere to run from; try again shortly.')
}

/** Takes back the runs of a monitor or workflow that no agent has begun. */
export const withdrawJobs = async (db: Db, targetKey: number): Promise<void> => {
  await sql`delete from job where target_key = ${targetKey} and lease_until is null`.execute(db)
}
