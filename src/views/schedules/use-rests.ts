import { useMemo } from 'react'
import type { Coverage } from '../../domain/downtimes/coverage.ts'
import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import type { BusinessHours } from '../../domain/schedules/business-hours.ts'
import { restsOf } from '../../domain/schedules/resting.ts'
import { covering, useDowntimes } from '../downtimes/use-downtimes.ts'
import { useOrganizationCover } from '../downtimes/use-organization-downtimes.ts'

type Resting = { readonly id: string; readonly business_hours: BusinessHours | null }

/** When each of some schedules makes no runs: in its downtimes, and outside of its business hours. */
export const useRests = (schedules: readonly Resting[]): readonly Coverage[] => {
  const own = useDowntimes()
  const shared = useOrganizationCover()
  const key = JSON.stringify(schedules.map(({ id, business_hours }) => [id, business_hours]))
  // The key has all that is read of the schedules: rows are made anew with each live event.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () =>
      schedules.map(({ id, business_hours }) =>
        restsOf(
          [...covering(own, id), ...shared].map(({ schedule }) => downtimeOf(schedule)),
          business_hours,
        ),
      ),
    [own, shared, key],
  )
}
