import { useCallback, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'

/** Locations of the installation: ids, names, and whether an agent is online. */
export type Location = {
  readonly id: string
  readonly name: string
  readonly cloud: string
  readonly country: string
  readonly online: boolean
  /** No agent calls from here. */
  readonly simulated: boolean
  /** Capabilities of its agents that are online. */
  readonly capabilities: readonly string[]
}

/** All locations, sorted by name. */
export const useLocations = (): readonly Location[] => {
  const { data } = useResource('agent.list', {})
  return useMemo(
    () =>
      (data?.agent_list ?? [])
        .map(({ id, agent, online, simulated, capabilities }) => ({
          id,
          name: agent.name,
          cloud: agent.cloud_full_name || agent.cloud,
          country: agent.country,
          online,
          simulated,
          capabilities,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    [data],
  )
}

/** Name of a location; its id until loaded or if the location is gone. */
export const useLocationName = (): ((id: string) => string) => {
  const locations = useLocations()
  return useCallback((id) => locations.find((location) => location.id === id)?.name ?? id, [locations])
}
