import { invalid, type Refusal } from '../../refusal.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'

/** Returns the location of a filter; null without a filter, a refusal if the project knows none with that id. */
export const locationFilter = async (
  db: Db,
  projectKey: number,
  id: string | undefined,
): Promise<Location | null | Refusal> => {
  if (id === undefined) return null
  const location = (await locationsFor(db, projectKey)).find((one) => one.id === id)
  const message = `location_id must be the id of a location; there is none with the id ${id}.`
  return location ?? invalid([{ field: 'location_id', code: 'unknown', message }])
}
