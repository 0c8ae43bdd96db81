import { useMemo } from 'react'
import { REGIONS } from '../../domain/agents/regions.ts'
import { type ScheduleScope, scheduleLocations } from '../../domain/schedules/schedule-estimate.ts'
import { type Location, useLocations } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'

/** A group of locations that a schedule may name. */
export type Region = { readonly id: string; readonly name: string; readonly locations: readonly Location[] }

/** The places that runs are made from, and what a schedule makes of them. */
export type ScheduleLocations = {
  readonly known: boolean
  readonly regions: readonly Region[]
  readonly locations: readonly Location[]
  /** Where a schedule calls from; what it names and is gone is left out. */
  of(whence: ScheduleScope): readonly Location[]
}

export const useScheduleLocations = (): ScheduleLocations => {
  const { data } = useResource('agent.list', {})
  const all = useLocations()
  const locations = useMemo(() => all.filter(({ simulated, closed }) => !simulated && !closed), [all])
  return useMemo(() => {
    const byId = new Map(locations.map((location) => [location.id, location]))
    const found = (ids: readonly string[]): Location[] => ids.flatMap((id) => byId.get(id) ?? [])
    const known = data?.regions ?? []
    const regions = REGIONS.filter(({ name }) => name !== '').map(({ id, name }) => ({
      id,
      name,
      locations: found(known.find((region) => region.id === id)?.locations ?? []),
    }))
    return {
      known: data !== undefined,
      regions,
      locations,
      of: (whence) => found(scheduleLocations(whence, known)),
    }
  }, [data, locations])
}
