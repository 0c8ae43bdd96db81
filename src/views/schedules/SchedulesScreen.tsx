import { useMemo } from 'react'
import { runsAMonth } from '../../domain/schedules/schedule-estimate.ts'
import { OrganizationNote } from '../downtimes/OrganizationNote.tsx'
import { ScheduleTabs } from '../downtimes/ScheduleTabs.tsx'
import { ListScreen } from '../kit/list/ListScreen.tsx'
import { useListing } from '../kit/list/use-listing.ts'
import { Act } from '../parts/act/Act.tsx'
import { formats } from '../parts/text/format.ts'
import { scheduleColumns } from './schedule-columns.tsx'
import type { Schedule } from './schedule-form.ts'
import { scheduleList } from './schedule-list.ts'
import { type ScheduleLocations, useScheduleLocations } from './use-schedule-locations.ts'

/** Runs a month of one schedule; none while it is paused. */
const monthly = (schedule: Schedule, places: ScheduleLocations): number =>
  schedule.enabled
    ? runsAMonth({
        targets: schedule.targets.length,
        locations: places.of(schedule).length,
        frequencySeconds: schedule.frequency,
        hours: schedule.business_hours,
      })
    : 0

/** When and from where monitors are run. */
const SchedulesScreen = () => {
  const listing = useListing(scheduleList)
  const places = useScheduleLocations()
  const columns = useMemo(() => scheduleColumns(places), [places])
  const runs = listing.all.reduce((sum, schedule) => sum + monthly(schedule, places), 0)
  const note = places.known && <span className="hide-s">{`, about ${formats.count(runs)} runs a month`}</span>
  return (
    <ListScreen
      listing={listing}
      columns={columns}
      note={note}
      above={
        <>
          <ScheduleTabs />
          <OrganizationNote />
        </>
      }
      actions={<Act command="downtime.new" icon="pause" hint={false} />}
    />
  )
}

export default SchedulesScreen
