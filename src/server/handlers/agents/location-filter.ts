import { invalid, type Refusal } from '../../refusal.ts'
import { allLocations, type Location } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'

/** The location that a filter names; null where it names none, a refusal where there is none of that name. */
export const locationFilter = async (db: Db, id: string | undefined): Promise<Location | null | Refusal> => {
  if (id === undefined) return null
  const location = (await allLocations(db)).find((one) => one.id === id)
  const message = `location_id must be the id of a location; there is none called ${id}.`
  return location ?? invalid([{ field: 'location_id', code: 'unknown', message }])
}
