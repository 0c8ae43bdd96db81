import { useCallback, useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'

/** The locations of the installation: their ids, the names they go by, and whether an agent is there now. */
export type Location = {
  readonly id: string
  readonly name: string
  readonly cloud: string
  readonly country: string
  readonly online: boolean
  /** Nobody calls from there. */
  readonly simulated: boolean
}

/** All locations, by name. */
export const useLocations = (): readonly Location[] => {
  const { data } = useResource('agent.list', {})
  return useMemo(
    () =>
      (data?.agent_list ?? [])
        .map(({ id, agent, online, simulated }) => ({
          id,
          name: agent.name,
          cloud: agent.cloud_full_name || agent.cloud,
          country: agent.country,
          online,
          simulated,
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
    [data],
  )
}

/** What a location goes by; its id while that is not known, and where the location is gone. */
export const useLocationName = (): ((id: string) => string) => {
  const locations = useLocations()
  return useCallback((id) => locations.find((location) => location.id === id)?.name ?? id, [locations])
}
