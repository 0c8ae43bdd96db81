import type { Db } from '../../src/server/store/core/database.ts'
import { newId } from '../../src/server/store/core/identifiers.ts'
import { incidentStates } from '../../src/server/store/incidents/incident-codes.ts'

type Update = { readonly text: string; readonly isPublic?: boolean; readonly time: number }

/** Stores an incident with updates, as the project's people would have written it. */
export const storeIncident = async (
  db: Db,
  {
    projectKey,
    title,
    begun,
    published = begun,
    ended = null,
    updates,
  }: {
    projectKey: number
    title: string
    begun: number
    published?: number | null
    ended?: number | null
    updates: readonly Update[]
  },
): Promise<{ id: string; key: number }> => {
  const incident = await db
    .insertInto('incident')
    .values({
      id: newId(),
      project_key: projectKey,
      title,
      state: incidentStates.code(ended === null ? 'investigating' : 'resolved'),
      impact: 0,
      begun,
      ended,
      by_rule: false,
      opened_by: 'somebody',
      published,
      created: begun,
      last_update: begun,
    })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow()
  for (const update of updates) await addUpdate(db, incident.key, update)
  return incident
}

/** Adds an update to an incident; public unless said otherwise. */
export const addUpdate = async (
  db: Db,
  incidentKey: number,
  { text, isPublic = true, time }: Update,
): Promise<void> => {
  await db
    .insertInto('incident_update')
    .values({
      id: newId(),
      incident_key: incidentKey,
      time,
      state: incidentStates.code('investigating'),
      text,
      author: 'somebody',
      is_public: isPublic,
    })
    .execute()
}
