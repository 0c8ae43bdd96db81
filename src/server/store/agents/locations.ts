import { sql } from 'kysely'
import type { place } from '../../../contract/agents/agents.ts'
import type { Shape } from '../../../contract/core/endpoint.ts'
import type { Db } from '../core/database.ts'

/** Description of a location. `simulated`: no agent runs there, and its results were generated for a demo. */
export type LocationDoc = Shape<typeof place> & { readonly simulated?: true }

export type Location = {
  readonly key: number
  readonly id: string
  readonly place: LocationDoc
  readonly created: number
}

const columns = ['key', 'id', 'doc', 'created'] as const

const locationOf = (row: { key: number; id: string; doc: Record<string, unknown>; created: number }): Location => ({
  key: row.key,
  id: row.id,
  // Written by `joinLocation` alone.
  place: row.doc as LocationDoc,
  created: row.created,
})

/** Reads all locations that an agent ever joined from, oldest first. */
export const allLocations = async (db: Db): Promise<Location[]> => {
  const rows = await db.selectFrom('location').select(columns).orderBy('key').execute()
  return rows.map(locationOf)
}

/** A demo's monitors, of which each ran from all of its locations, are the first of its project. */
const MONITORS_ASKED = 100

/**
 * Reads the locations that a project may know of: those that an agent joined from, and those simulated ones that its own
 * monitors have results from. Without a project there are no simulated ones.
 */
export const locationsFor = async (db: Db, projectKey: number | null): Promise<Location[]> => {
  const locations = await allLocations(db)
  const simulated = locations.filter(({ place }) => place.simulated).map(({ key }) => key)
  if (simulated.length === 0) return locations
  const { rows } = await sql<{ key: number }>`
    select l.key from location l where l.key = any(${simulated}::smallint[]) and exists (
      select 1 from (select key from object where project_key = ${projectKey} and kind = 'monitor' order by key limit ${MONITORS_ASKED}) o
      join rollup r on r.target_key = o.key and r.kind = 1 and r.location_key = l.key)`.execute(db)
  const own = new Set(rows.map(({ key }) => key))
  return locations.filter(({ key, place }) => !place.simulated || own.has(key))
}

/** Returns the location `id`, creating it if new. The agent's description of its place replaces the stored one. */
export const joinLocation = async (
  db: Db,
  id: string,
  place: LocationDoc,
  now: number,
): Promise<{ location: Location; isNew: boolean }> => {
  const known = await db.selectFrom('location').select('key').where('id', '=', id).executeTakeFirst()
  const row = await db
    .insertInto('location')
    .values({ id, doc: JSON.stringify(place), created: now, last_update: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ doc: JSON.stringify(place), last_update: now }))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { location: locationOf(row), isNew: !known }
}
