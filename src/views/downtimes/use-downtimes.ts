import { useMemo } from 'react'
import { type Coverage, coverageOf } from '../../domain/downtimes/coverage.ts'
import { ALL_SCHEDULES, downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { useResource } from '../core/use-resource.ts'
import type { RowOf } from '../kit/list/list.ts'
import { browsersZone } from '../parts/form/time-zones.ts'
import { shownZone } from '../parts/text/time-zone.ts'
import { useOrganizationCover } from './use-organization-downtimes.ts'

export type DowntimeRow = RowOf<'downtime.list'>

/** The path of the list of all downtimes, which the whole app shares in the cache. */
export const OF_ALL = { id: ALL_SCHEDULES } as const

/** The time zone in which times are shown to the reader. */
export const readersZone = (): string => shownZone() ?? browsersZone()

/** The downtimes that cover a schedule: its own and those of all schedules. */
export const covering = (rows: readonly DowntimeRow[], scheduleId: string): readonly DowntimeRow[] =>
  rows.filter(({ meta }) => meta.schedule_id === scheduleId || meta.schedule_id === ALL_SCHEDULES)

const NONE: readonly DowntimeRow[] = []

/** All downtimes of the project; empty while they load. */
export const useDowntimes = (): readonly DowntimeRow[] =>
  useResource('downtime.list', { params: OF_ALL }).data?.results ?? NONE

/** When each of some schedules is in a downtime of its own, of the project or of the organization. */
export const useCoverages = (scheduleIds: readonly string[]): readonly Coverage[] => {
  const own = useDowntimes()
  const shared = useOrganizationCover()
  const ids = scheduleIds.join(' ')
  return useMemo(
    () =>
      ids
        .split(' ')
        .filter((id) => id !== '')
        .map((id) => coverageOf([...covering(own, id), ...shared].map(({ schedule }) => downtimeOf(schedule)))),
    [own, shared, ids],
  )
}
