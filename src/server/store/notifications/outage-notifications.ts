import { sql } from 'kysely'
import type { Db } from '../core/database.ts'
import { type Notice, notificationKinds } from './notifications.ts'

/** The subject of an outage: a monitor, or a monitor at one location where it is about missing data. */
export type Place = Pick<Notice, 'target_key' | 'location_key'>

const KINDS = sql`n.kind in (${notificationKinds.code('alert')}, ${notificationKinds.code('pass')})`

const placesIn = (places: readonly Place[]) =>
  sql`json_to_recordset(${JSON.stringify(places)}::json) as place(target_key int, location_key smallint)`

/**
 * Closes the open notifications about these, whichever alert told, so that the next outage opens new ones. Returns of which an outage was
 * open: an alert whose end was held back may tell of one that has ended for people.
 */
export const closeOutages = async (db: Db, places: readonly Place[]): Promise<(place: Place) => boolean> => {
  if (places.length === 0) return () => false
  const { rows } = await sql<Place & { kind: number }>`update notification n set open = false from ${placesIn(places)}
    where n.open and n.target_key = place.target_key and n.location_key = place.location_key and ${KINDS}
    returning n.target_key, n.location_key, n.kind`.execute(db)
  const closed = new Set(rows.map(nameOf))
  return (place) => closed.has(nameOf({ ...place, kind: notificationKinds.code('alert') }))
}

/** Returns the alert that each open notification about these was opened for. */
export const openedFor = async (
  db: Db,
  places: readonly Place[],
): Promise<(notice: Place & Pick<Notice, 'kind'>) => number | undefined> => {
  if (places.length === 0) return () => undefined
  const { rows } = await sql<Place & { kind: number; webhook_key: number }>`
    select n.target_key, n.location_key, n.kind, n.webhook_key from notification n join ${placesIn(places)}
      on n.target_key = place.target_key and n.location_key = place.location_key
    where n.open and ${KINDS}`.execute(db)
  const known = new Map(rows.map((row) => [nameOf(row), row.webhook_key]))
  return (notice) => known.get(nameOf(notice))
}

const nameOf = ({ target_key, location_key, kind }: Place & Pick<Notice, 'kind'>): string =>
  `${target_key}:${location_key}:${kind}`
