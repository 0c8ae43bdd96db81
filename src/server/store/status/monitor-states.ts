import { monitorState, type Reading, type StatusState } from '../../../domain/status/status-state.ts'
import type { Db } from '../core/database.ts'
import { type LocationReading, locationReadings } from '../results/location-readings.ts'

const READINGS: Readonly<Record<NonNullable<LocationReading['category']>, Reading>> = {
  PASS: 'pass',
  WARNING: 'pass',
  SLOW: 'slow',
  FAIL: 'fail',
}

/**
 * Returns the state of monitors now, by key: from the newest result at each location where a schedule runs them. A monitor that no
 * schedule runs is `unknown`.
 */
export const monitorStates = async (
  db: Db,
  keys: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, StatusState>> => {
  const readings = new Map<number, Reading[]>()
  for (const { target_key, category } of await locationReadings(db, keys, { now })) {
    const reading = category && READINGS[category]
    const known = readings.get(target_key)
    if (known) known.push(reading)
    else readings.set(target_key, [reading])
  }
  return new Map(keys.map((key) => [key, monitorState(readings.get(key) ?? [])]))
}
