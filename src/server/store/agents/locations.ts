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
