import { useCallback, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'

/** Locations of the installation: ids, names, and whether an agent is online. */
export type Location = {
  readonly id: string
  readonly name: string
  readonly cloud: string
  readonly country: string
  /** Null if its agents report no coordinates. */
  readonly position: { readonly longitude: number; readonly latitude: number } | null
  readonly online: boolean
  /** No agent calls from here. */
  readonly simulated: boolean
  /** Its last agent was revoked. */
  readonly closed: boolean
  /** Capabilities of its agents that are online. */
  readonly capabilities: readonly string[]
  /** Agents that may call from here, online or not. */
  readonly agents: number
  /** Capabilities of all these agents. */
  readonly allCapabilities: readonly string[]
}

const positionOf = (pair: readonly number[] | null): Location['position'] => {
  const [latitude, longitude] = pair ?? []
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
}

/** All locations, sorted by name. */
export const useLocations = (): readonly Location[] => {
  const { data } = useResource('agent.list', {})
  return useMemo(
    () =>
      (data?.agent_list ?? [])
        .map(({ id, agent, online, simulated, closed, capabilities, agents, all_capabilities: allCapabilities }) => ({
          id,
          name: agent.name,
          cloud: agent.cloud_full_name || agent.cloud,
          country: agent.country,
          position: positionOf(agent.location),
          online,
          simulated,
          closed,
          capabilities,
          agents,
          allCapabilities,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    [data],
  )
}

/** Locations that have an agent, sorted by name. */
export const useOpenLocations = (): readonly Location[] => {
  const all = useLocations()
  return useMemo(() => all.filter(({ closed }) => !closed), [all])
}

/** Name of a location; its id until loaded or if the location is gone. */
export const useLocationName = (): ((id: string) => string) => {
  const locations = useLocations()
  return useCallback((id) => locations.find((location) => location.id === id)?.name ?? id, [locations])
}
