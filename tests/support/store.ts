import { joinLocation } from '../../src/server/store/agents/locations.ts'
import { type Database, openDatabase } from '../../src/server/store/core/database.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { monitors, newMonitor } from '../../src/server/store/monitors/monitors.ts'
import { addTargets, schedules } from '../../src/server/store/schedules/schedules.ts'
import { syncSlots } from '../../src/server/store/schedules/slots.ts'
import { freshDatabase } from './postgres.ts'

export type TestStore = { url: string; database: Database; projectKey: number; stop(): Promise<void> }

/** A store with one empty project, without a server. */
export const openStore = async (): Promise<TestStore> => {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh.url, { connections: 8 })
  const { key } = await database.db
    .insertInto('project')
    .values({ id: newId(), org_id: null, name: 'p', doc: '{}', created: 0, last_update: 0 })
    .returning('key')
    .executeTakeFirstOrThrow()
  return {
    url: fresh.url,
    database,
    projectKey: key,
    stop: async () => {
      await database.close()
      await fresh.drop()
    },
  }
}

export const addLocation = async ({ database }: TestStore, id: string, now: number, seen = now) => {
  const { location } = await joinLocation(database.db, id, { name: id }, now)
  const agentId = newId()
  await database.db
    .insertInto('agent')
    .values({
      id: agentId,
      location_key: location.key,
      key_hash: Buffer.from(agentId),
      version: '1',
      owner: null,
      remote_addr: null,
      created: now,
      last_seen: seen,
    })
    .execute()
  return { location, agentId }
}

export const addMonitor = ({ database, projectKey }: TestStore, now: number) =>
  monitors.create(database.db, { projectKey, name: 'm', doc: newMonitor, owner: 'o', now })

export const addSchedule = async (
  { database, projectKey }: TestStore,
  made: { seconds: number; targets: readonly { key: number }[]; now: number },
) => {
  const schedule = await schedules.create(database.db, {
    projectKey,
    name: 's',
    owner: 'o',
    now: made.now,
    doc: {
      tags: [],
      frequency_seconds: made.seconds,
      regions: ['all'],
      locations: [],
      backoff_method: null,
      enabled: true,
    },
  })
  await addTargets(
    database.db,
    schedule.key,
    made.targets.map((target) => target.key),
  )
  await syncSlots(database.db, schedule, made.now)
  return schedule
}
