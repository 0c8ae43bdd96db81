import { useMemo } from 'react'
import { everyWords } from '../../domain/schedules/every-words.ts'
import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { RowAct } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import type { Schedule } from '../schedules/schedule-form.ts'
import { useScheduleLocations } from '../schedules/use-schedule-locations.ts'
import { MonitorLocations } from './MonitorLocations.tsx'
import type { Monitor } from './monitor-list.ts'
import { monitorScheduleColumns, otherScheduleColumns } from './monitor-schedule-columns.tsx'
import { NoBrowser } from './NoBrowser.tsx'

const rowId = ({ id }: Schedule): string => id
const rowName = ({ name }: Schedule): string => name

/** `Every 10 min from 3 locations`: the shortest interval of the schedules that are on, and all their locations. */
const sentenceOf = (schedules: readonly Schedule[], locations: number): string => {
  const running = schedules.filter(({ enabled }) => enabled)
  if (running.length === 0) return 'Paused: it runs on demand only'
  const every = everyWords(Math.min(...running.map(({ frequency }) => frequency)))
  const from = `from ${locations} ${locations === 1 ? 'location' : 'locations'}`
  return running.length === 1 ? `${every} ${from}` : `${every} at most, ${from} in total`
}

const NotScheduled = ({ monitor, others }: { monitor: Monitor; others: number }) => (
  <Card label="Monitoring">
    <EmptyState
      title="No schedule runs this monitor"
      line={`schedule monitor ${JSON.stringify(monitor.meta.name)} …`}
      actions={
        <>
          <Act command="schedule.new" args={{ monitor: monitor.id }} kind="primary" icon="plus" />
          <Act
            command="schedule.create"
            args={{ name: `${monitor.meta.name}, every 10 min`.slice(0, 400), frequency: 600, targets: [monitor.id] }}
            label="Every 10 min, worldwide"
          />
          {others > 0 && <Act command="schedule.attach" args={{ monitor: monitor.id }} icon="schedule" />}
        </>
      }
    >
      It runs on demand only. A schedule calls it every few minutes, from the locations you choose, so that you learn of
      failures.
    </EmptyState>
  </Card>
)

/** Schedules of a monitor: intervals and locations. */
export const MonitorSchedules = ({ monitor }: { monitor: Monitor }) => {
  const { id } = monitor
  const { data, error, refetch } = useResource('schedule.list', {})
  const { data: results } = useResource('result.list-of-call', { params: { id }, query: { limit: 100 } })
  const places = useScheduleLocations()
  const all = data?.data
  const [own, others] = useMemo(() => {
    const isOwn = ({ targets }: Schedule) => targets.includes(id)
    return [(all ?? []).filter(isOwn), (all ?? []).filter((schedule) => !isOwn(schedule))]
  }, [all, id])
  const columns = useMemo(
    () => monitorScheduleColumns({ places, monitorId: id, results: results?.results ?? [] }),
    [places, id, results],
  )
  const adding = useMemo(() => otherScheduleColumns({ places, monitorId: id }), [places, id])
  const acts = (schedule: Schedule): readonly RowAct[] => [
    { command: 'schedule.edit', args: { schedule: schedule.id }, icon: 'edit', label: 'Edit' },
    { command: 'schedule.detach', args: { monitor: id, schedule: schedule.id }, icon: 'close', label: 'Take off' },
  ]
  if (!all) return error ? <LoadError error={error} refetch={refetch} /> : null
  const locations = new Set(
    own.filter(({ enabled }) => enabled).flatMap((each) => places.of(each).map((one) => one.id)),
  )
  return (
    <div className="stack">
      {monitor.type === 'browser' && <NoBrowser locationIds={[...locations]} />}
      {own.length === 0 ? (
        <NotScheduled monitor={monitor} others={others.length} />
      ) : (
        <Card
          title="Schedules"
          sub={places.known ? sentenceOf(own, locations.size) : undefined}
          flush
          actions={<Act command="schedule.new" args={{ monitor: id }} kind="ghost" size="small" icon="plus" />}
        >
          <Table
            label="Schedules of this monitor"
            twoLine
            {...{ columns, rowId, rowName, acts }}
            rows={own}
            menu={(schedule) => [
              { command: 'schedule.edit', args: { schedule: schedule.id }, icon: 'edit' },
              { command: 'schedule.detach', args: { monitor: id, schedule: schedule.id }, icon: 'close' },
            ]}
          />
        </Card>
      )}
      <MonitorLocations monitor={monitor} scheduled={locations} results={results?.results ?? []} places={places} />
      {own.length > 0 && others.length > 0 && (
        <Card title="Other schedules" sub={`${others.length}`} flush>
          <Table label="Other schedules" columns={adding} rows={others} {...{ rowId, rowName }} twoLine />
        </Card>
      )}
    </div>
  )
}
