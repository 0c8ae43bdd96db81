import { DowntimeBadge } from '../downtimes/DowntimeBadge.tsx'
import { Act } from '../parts/act/Act.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Time } from '../parts/text/Time.tsx'
import type { Result } from '../results/full-result.ts'
import { NextRun } from '../schedules/NextRun.tsx'
import { retryBadge } from '../schedules/retry-words.ts'
import { ScheduleLocations } from '../schedules/ScheduleLocations.tsx'
import { ScheduleName } from '../schedules/ScheduleName.tsx'
import type { Schedule } from '../schedules/schedule-form.ts'
import type { ScheduleLocations as LocationsValue } from '../schedules/use-schedule-locations.ts'

type Options = { readonly places: LocationsValue; readonly monitorId: string }

const name = (places: LocationsValue): Column<Schedule> => ({
  id: 'name',
  head: 'Schedule',
  names: true,
  grows: true,
  cell: (schedule) => <ScheduleName schedule={schedule} places={places} />,
})

const where = (places: LocationsValue): Column<Schedule> => ({
  id: 'where',
  head: 'Where',
  hide: 't',
  cell: (schedule) => <ScheduleLocations schedule={schedule} places={places} />,
})

/** The schedules that run a monitor: when next, when last. `results` are the monitor's newest. */
export const monitorScheduleColumns = (
  options: Options & { readonly results: readonly Result[] },
): readonly Column<Schedule>[] => [
  name(options.places),
  where(options.places),
  {
    id: 'retries',
    head: 'Retries',
    hide: 'm',
    cell: (schedule) => retryBadge(schedule) ?? <span className="muted">Never</span>,
  },
  {
    id: 'last',
    head: 'Last run',
    align: 'end',
    hide: 's',
    cell: ({ id }) => <Time at={options.results.find(({ meta }) => meta?.schedule_id === id)?.created} />,
  },
  {
    id: 'next',
    head: 'Next run',
    align: 'end',
    cell: (schedule) => (
      <>
        <NextRun schedule={schedule} places={options.places} only={options.monitorId} />
        <DowntimeBadge scheduleId={schedule.id} />
      </>
    ),
  },
]

/** Schedules that a monitor may be added to. */
export const otherScheduleColumns = ({ places, monitorId }: Options): readonly Column<Schedule>[] => [
  name(places),
  where(places),
  {
    id: 'add',
    head: 'Add',
    spoken: true,
    align: 'end',
    cell: (schedule) => (
      <Act
        command="schedule.attach"
        args={{ monitor: monitorId, schedule: schedule.id }}
        size="small"
        icon="plus"
        label={`Add to ${schedule.name}`}
      >
        Add
      </Act>
    ),
  },
]
