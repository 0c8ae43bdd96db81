import { NO_BROWSER, noAgentAt, noBrowserAt } from '../../../domain/agents/no-browser.ts'
import { invalid, Refusal } from '../../refusal.ts'
import { agentsSeen, ONLINE_WITHIN_MS } from '../../store/agents/agents.ts'
import { type Location, locationsFor } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import type { MonitorDoc } from '../../store/monitors/monitors.ts'
import { ableLocations } from '../../store/runs/able-locations.ts'

/** Returns the location with this id, else the first with an agent online; refuses one that cannot make the run. */
export const locationForTrial = async (
  db: Db,
  projectKey: number,
  { id, doc, now }: { id: string | null; doc: Pick<MonitorDoc, 'setup'>; now: number },
): Promise<Location | Refusal> => {
  const locations = await locationsFor(db, projectKey)
  const able = await ableLocations(db, locations, doc, now)
  const refused = (code: 'unknown' | 'invalid', message: string) => invalid([{ field: 'location_id', code, message }])
  if (id !== null) {
    const location = locations.find((each) => each.id === id)
    if (!location)
      return refused('unknown', `location_id must be the id of a location; there is none with the id ${id}.`)
    if (able.includes(location)) return location
    return refused('invalid', (location.closed ? noAgentAt : noBrowserAt)(location.place.name))
  }
  const agents = await agentsSeen(db)
  const location = able.find(({ key }) => (agents.get(key)?.last_seen ?? 0) > now - ONLINE_WITHIN_MS) ?? able[0]
  if (location) return location
  return locations.some(({ closed }) => !closed)
    ? refused('invalid', NO_BROWSER)
    : new Refusal(
        503,
        'unavailable',
        'No agent has joined yet, so there is no location to run from: try again shortly.',
      )
}
