import { useMemo } from 'react'
import type { Location } from '../agents/use-location-name.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Result } from '../results/full-result.ts'
import { Located } from '../schedules/Flag.tsx'
import { locationCountText } from '../schedules/ScheduleLocations.tsx'
import type { ScheduleLocations } from '../schedules/use-schedule-locations.ts'
import type { Monitor } from './monitor-list.ts'

type Row = Location & { readonly isScheduled: boolean; readonly last: Result | undefined }

const rowId = ({ id }: Row): string => id
const rowName = ({ name }: Row): string => name

const columnsFor = (monitorId: string): readonly Column<Row>[] => [
  {
    id: 'location',
    head: 'Location',
    names: true,
    grows: true,
    cell: ({ name, country, isScheduled, online }) => (
      <Named below={online ? (isScheduled ? 'On its schedules' : 'On demand only') : 'Offline: no runs from here'}>
        <Located country={country} name={name} />
      </Named>
    ),
  },
  {
    id: 'last',
    head: 'Last result',
    hide: 's',
    cell: ({ last }) =>
      last ? <Badge category={last.result_category} /> : <span className="muted">No recent result</span>,
  },
  {
    id: 'time',
    head: 'Last run',
    align: 'end',
    cell: ({ last }) =>
      last ? (
        <Go to="result" params={{ resultId: last.id }} kind="text">
          <Time at={last.created} />
        </Go>
      ) : (
        <span className="muted">—</span>
      ),
  },
  {
    id: 'run',
    head: 'Run now',
    spoken: true,
    align: 'end',
    cell: ({ id, name, online }) =>
      // Nobody is there to take the run.
      online && (
        <Act
          command="monitor.run-from"
          args={{ monitor: monitorId, location: id }}
          size="small"
          icon="play"
          label={`Run now from ${name}`}
        >
          Run now
        </Act>
      ),
  },
]

type MonitorLocationsProps = {
  readonly monitor: Monitor
  /** The ids of the locations that its schedules call from. */
  readonly scheduled: ReadonlySet<string>
  readonly results: readonly Result[]
  readonly places: ScheduleLocations
}

/** The locations that a monitor can be called from, those on its schedules first, each with what came of it last. */
export const MonitorLocations = ({ monitor, scheduled, results, places }: MonitorLocationsProps) => {
  const columns = useMemo(() => columnsFor(monitor.id), [monitor.id])
  const rows = useMemo(
    () =>
      places.locations
        .map((location) => ({
          ...location,
          isScheduled: scheduled.has(location.id),
          last: results.find(({ location_id }) => location_id === location.id),
        }))
        .sort((a, b) => Number(b.isScheduled) - Number(a.isScheduled)),
    [places, scheduled, results],
  )
  if (rows.length === 0) return null
  return (
    <Card title="Locations" sub={locationCountText(places.locations)} flush>
      <Table label="Locations" twoLine {...{ columns, rows, rowId, rowName }} />
    </Card>
  )
}
