import type { Db } from '../core/database.ts'
import { ONLINE_WITHIN_MS } from './agents.ts'

/** Whether monitors are run at a location now, and if not, whether that is because its last agent was revoked. */
export type LocationStatus = 'online' | 'away' | 'revoked'

/** The status of a location by its id; one that does not exist yet is away. */
export const locationStatus = async (db: Db, id: string, now: number): Promise<LocationStatus> => {
  const row = await db
    .selectFrom('location')
    .leftJoin('agent', (join) => join.onRef('agent.location_key', '=', 'location.key').on('agent.revoked', 'is', null))
    .select(({ fn }) => ['location.closed', fn.max('agent.last_seen').as('seen')])
    .where('location.id', '=', id)
    .groupBy('location.closed')
    .executeTakeFirst()
  if (row && row.closed !== null) return 'revoked'
  return (row?.seen ?? 0) > now - ONLINE_WITHIN_MS ? 'online' : 'away'
}
