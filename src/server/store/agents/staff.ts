import { sql } from 'kysely'
import type { StaffedLocation } from '../../../domain/agents/staffed-location.ts'
import type { Db } from '../core/database.ts'

/** A location without agents. */
export const UNSTAFFED: StaffedLocation = { agents: 0, capabilities: [] }

/** Reads the agents of each location, by its key: those that were not revoked, online or not. */
export const staffByLocation = async (db: Db): Promise<ReadonlyMap<number, StaffedLocation>> => {
  const { rows } = await sql<StaffedLocation & { location_key: number }>`
    select location_key, count(distinct id)::int as agents,
      coalesce(array_agg(distinct capability order by capability) filter (where capability is not null), '{}') as capabilities
    from agent left join lateral unnest(capabilities) capability on true where revoked is null group by location_key`.execute(
    db,
  )
  return new Map(rows.map(({ location_key, ...location }) => [location_key, location]))
}
