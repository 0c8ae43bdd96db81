import { useMemo } from 'react'
import type { StaffedLocation } from '../../domain/agents/staffed-location.ts'
import type { RunFacts, TargetGroup } from '../../domain/schedules/never-runs.ts'
import type { Location } from '../agents/use-location-name.ts'
import type { ScheduleForm } from './schedule-form.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'
import { useTargets } from './use-targets.ts'

const staffed = ({ agents, allCapabilities }: Location): StaffedLocation => ({ agents, capabilities: allCapabilities })

/** The targets and locations of a schedule's form, as far as they are loaded. A target that is not is taken for one that any agent can run. */
export const useRunScope = (
  { targets: ids, regions, locations }: Pick<ScheduleForm, 'targets' | 'regions' | 'locations'>,
  places: ScheduleLocations,
): Pick<RunFacts, 'targets' | 'locations'> => {
  const { targets } = useTargets()
  return useMemo(() => {
    const byId = new Map(targets.map((target) => [target.id, target]))
    const groups = ids.map((id): TargetGroup => {
      const { needs = null, only = null } = byId.get(id) ?? {}
      return only === null
        ? { count: 1, needs }
        : { count: 1, needs, only: places.locations.filter((location) => location.id === only).map(staffed) }
    })
    return { targets: groups, locations: places.of({ regions, locations }).map(staffed) }
  }, [targets, ids, regions, locations, places])
}
