import type { fleet } from '../../../contract/agents/fleet.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { VERSION } from '../../../contract/core/version.ts'
import { shortName } from '../../../domain/agents/location-name.ts'
import { isOlder } from '../../../domain/agents/older-version.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { type Caller, projectOf } from '../../access/caller.ts'
import { ONLINE_WITHIN_MS } from '../../store/agents/agents.ts'
import { type Binding, bindingOf, projectsWithin } from '../../store/agents/binding.ts'
import { type FleetRow, fleetOf } from '../../store/agents/fleet.ts'
import { placeOf } from '../../store/agents/locations.ts'
import type { Db } from '../../store/core/database.ts'
import { type ShownBinding, shownBindings } from './bindings.ts'
import { manages, type Reach, reachOf } from './reach.ts'

export type AgentRow = AnswerOf<(typeof fleet)['agent.fleet']>['data'][number]

/** An agent that a caller may see. */
export type SeenAgent = {
  readonly row: FleetRow
  readonly binding: Binding
  readonly mayManage: boolean
}

/** Reads the agents that a caller may see: those at locations that its project can use, and those that it manages. */
export const agentsSeenBy = async (
  db: Db,
  caller: Caller,
  now: number,
  id: string | null = null,
): Promise<{ agents: SeenAgent[]; reach: Reach }> => {
  const reach = await reachOf(db, caller, now)
  const projectKey = projectOf(caller)?.key ?? null
  const agents: SeenAgent[] = []
  for (const row of await fleetOf(db, id)) {
    const binding = bindingOf(row)
    const mayManage = manages(reach, binding)
    const isUsable =
      binding === null || (projectKey !== null && (await projectsWithin(db, binding, [projectKey])).has(projectKey))
    if (mayManage || isUsable) agents.push({ row, binding, mayManage })
  }
  return { agents, reach }
}

/** Returns the rows of agents as the API shows them. */
export const agentRows = async (db: Db, agents: readonly SeenAgent[], now: number): Promise<AgentRow[]> => {
  const shown = await shownBindings(
    db,
    agents.map(({ binding }) => binding),
  )
  return agents.map((agent) => rowOf(agent, shown(agent.binding), now))
}

const rowOf = ({ row, mayManage }: SeenAgent, bound: ShownBinding, now: number): AgentRow => {
  const { name, cloud, region, country, continent, city, location } = placeOf(row)
  const { state } = row
  return {
    id: row.id,
    location_id: row.location_id,
    name,
    short_name: shortName({ name, cloud, region, country }),
    place: {
      ...(cloud && { cloud }),
      ...(region && { region }),
      ...(country && { country }),
      ...(continent && { continent }),
      ...(city && { city }),
      ...(location && { location }),
    },
    // Others learn only that it runs their monitors.
    bound_to: bound && (mayManage ? bound : { organization: null, projects: [] }),
    version: row.version,
    is_older: isOlder(row.version, VERSION),
    capabilities: row.capabilities,
    concurrency: row.concurrency,
    online: row.revoked === null && row.last_seen > now - ONLINE_WITHIN_MS,
    lag_ms: state?.lag_ms ?? null,
    running: state?.running ?? null,
    waiting: state?.waiting ?? null,
    clock_offset_ms: state?.clock_offset_ms ?? null,
    browser_sandbox: state?.browser_sandbox ?? null,
    created: formatTime(row.created),
    last_seen: formatTime(row.last_seen),
    owner: row.owner,
    remote_addr: mayManage ? row.remote_addr : null,
    rotation: row.has_next_key ? 'overlap' : row.rotation_asked !== null ? 'asked' : 'none',
    key_changed: row.key_changed === null ? null : formatTime(row.key_changed),
    revoked: row.revoked === null ? null : formatTime(row.revoked),
    may_manage: mayManage,
  }
}
