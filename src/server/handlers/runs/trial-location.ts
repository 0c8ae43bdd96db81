import { invalid, Refusal } from '../../refusal.ts'
import { ONLINE_WITHIN_MS } from '../../scheduler/due-runs.ts'
import { agentsSeen } from '../../store/agents/agents.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'

/** Returns the location with this id, else the first with an agent online; refuses an unknown id. */
export const locationForTrial = async (
  db: Db,
  projectKey: number,
  id: string | null,
  now: number,
): Promise<Location | Refusal> => {
  const locations = await locationsFor(db, projectKey)
  if (id !== null) {
    const message = `location_id must be the id of a location; there is none with the id ${id}.`
    return (
      locations.find((location) => location.id === id) ?? invalid([{ field: 'location_id', code: 'unknown', message }])
    )
  }
  const agents = await agentsSeen(db)
  return (
    locations.find(({ key }) => (agents.get(key)?.last_seen ?? 0) > now - ONLINE_WITHIN_MS) ??
    locations[0] ??
    new Refusal(503, 'unavailable', 'No agent has joined yet, so there is no location to run from: try again shortly.')
  )
}
