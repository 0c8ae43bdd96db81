import { allLocations } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import { locationReadings } from '../results/location-readings.ts'

/** The number of locations with a current result of a monitor, and the ids of those where the newest one failed. */
export type LocationVerdicts = { readonly current: number; readonly failing: string[] }

/** Returns the verdicts of monitors that run at several locations, by key; with a single location the last result says the same. */
export const locationVerdicts = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, LocationVerdicts>> => {
  const readings = await locationReadings(db, keys, { now, leastLocations: 2 })
  if (readings.length === 0) return new Map()
  const ids = new Map((await allLocations(db)).map(({ key, id }) => [key, id]))
  const verdicts = new Map<number, { current: number; failing: string[] }>()
  for (const { target_key, location_key, category } of readings) {
    if (category === null) continue
    const known = verdicts.get(target_key) ?? { current: 0, failing: [] }
    known.current++
    if (category === 'FAIL') known.failing.push(ids.get(location_key) ?? '')
    verdicts.set(target_key, known)
  }
  for (const { failing } of verdicts.values()) failing.sort()
  return verdicts
}
