import { locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { ALL_LOCATIONS } from '../../store/statistics/sum-rows.ts'

/** The place of a path variable: a location's key, or all for `all`; null if the project knows none with that id. */
export const placeOf = async (db: Db, projectKey: number, id: string): Promise<number | null> =>
  id === 'all'
    ? ALL_LOCATIONS
    : ((await locationsFor(db, projectKey)).find((location) => location.id === id)?.key ?? null)
