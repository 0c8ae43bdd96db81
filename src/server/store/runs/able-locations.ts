import { capabilitiesAt } from '../agents/agents.ts'
import type { Location } from '../agents/locations.ts'
import type { Db } from '../core/database.ts'
import type { MonitorDoc } from '../monitors/monitors.ts'
import { needsOf } from '../monitors/needs.ts'

/** The locations at which a monitor can run: those that have an agent for a call, those with a browser online for a browser test. */
export const ableLocations = async (
  db: Db,
  locations: readonly Location[],
  monitor: Pick<MonitorDoc, 'setup'>,
  now: number,
): Promise<readonly Location[]> => {
  const needs = needsOf(monitor)
  const open = locations.filter(({ closed }) => !closed)
  if (needs === null) return open
  const able = await capabilitiesAt(db, now)
  return open.filter(({ key }) => able.get(key)?.includes(needs))
}
