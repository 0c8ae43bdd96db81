import { useMemo } from 'react'
import { fixedLocationOf } from '../../domain/workflows/workflow-tags.ts'
import { useLocations } from '../agents/use-location-name.ts'
import { useResource } from '../core/use-resource.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column, RowAct } from '../parts/table/table-column.ts'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { Named } from '../parts/text/Named.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { Located } from '../schedules/Flag.tsx'
import { NextRun } from '../schedules/NextRun.tsx'
import { ScheduleLocations } from '../schedules/ScheduleLocations.tsx'
import { ScheduleName } from '../schedules/ScheduleName.tsx'
import type { Schedule } from '../schedules/schedule-form.ts'
import { useScheduleLocations } from '../schedules/use-schedule-locations.ts'
import type { Workflow } from './workflow-list.ts'

const rowId = ({ id }: { id: string }): string => id
const rowName = ({ name }: { name: string }): string => name

/** Locations, each with a button that runs the workflow from there. */
const RunNow = ({ workflow }: { workflow: Workflow }) => {
  const fixed = fixedLocationOf(workflow.meta.tags)
  const locations = useLocations().filter(
    ({ id, simulated, closed }) => !simulated && !closed && (fixed === null || id === fixed),
  )
  return (
    <Card title="Run now" sub={fixed === null ? undefined : 'from its fixed location'} flush>
      <Table
        label="Locations to run from"
        rows={locations}
        rowId={rowId}
        rowName={rowName}
        columns={[
          {
            id: 'location',
            head: 'Location',
            names: true,
            grows: true,
            cell: ({ name, country, online }) => (
              <Named {...(!online && { below: 'Offline: no runs from here' })}>
                <Located country={country} name={name} />
              </Named>
            ),
          },
          {
            id: 'run',
            head: 'Run now',
            spoken: true,
            align: 'end',
            cell: ({ id, name, online }) =>
              online && (
                <Act
                  command="workflow.run-from"
                  args={{ workflow: workflow.id, location: id }}
                  size="small"
                  icon="play"
                  label={`Run from ${name}`}
                >
                  Run
                </Act>
              ),
          },
        ]}
      />
    </Card>
  )
}

/** Schedules of a workflow, those it may be added to, and runs on demand. */
export const WorkflowSchedules = ({ workflow }: { workflow: Workflow }) => {
  const { id, meta } = workflow
  const { data, error, refetch } = useResource('schedule.list', {})
  const places = useScheduleLocations()
  const all = data?.data
  const [own, others] = useMemo(() => {
    const isOwn = ({ targets }: Schedule) => targets.includes(id)
    return [(all ?? []).filter(isOwn), (all ?? []).filter((schedule) => !isOwn(schedule))]
  }, [all, id])
  const columns: readonly Column<Schedule>[] = [
    {
      id: 'name',
      head: 'Schedule',
      names: true,
      grows: true,
      cell: (schedule) => <ScheduleName schedule={schedule} places={places} />,
    },
    {
      id: 'where',
      head: 'Where',
      hide: 't',
      cell: (schedule) => <ScheduleLocations schedule={schedule} places={places} />,
    },
  ]
  const next: Column<Schedule> = {
    id: 'next',
    head: 'Next run',
    align: 'end',
    cell: (schedule) => <NextRun schedule={schedule} places={places} only={id} />,
  }
  const adding: Column<Schedule> = {
    id: 'add',
    head: 'Add',
    spoken: true,
    align: 'end',
    cell: ({ id: schedule, name }) => (
      <Act
        command="workflow.schedule"
        args={{ workflow: id, schedule }}
        size="small"
        icon="plus"
        label={`Add to ${name}`}
      >
        Add
      </Act>
    ),
  }
  const acts = ({ id: schedule }: Schedule): readonly RowAct[] => [
    { command: 'schedule.edit', args: { schedule }, icon: 'edit', label: 'Edit' },
    { command: 'workflow.unschedule', args: { workflow: id, schedule }, icon: 'close', label: 'Take off' },
  ]
  if (!all) return error ? <LoadError error={error} refetch={refetch} /> : null
  return (
    <div className="stack">
      {workflow.workflow.steps.length === 0 && own.length > 0 && (
        <Notice kind="warning" title="This workflow has no steps, so its schedules run nothing." />
      )}
      {own.length === 0 ? (
        <Card label="Monitoring">
          <EmptyState
            title="No schedule runs this workflow"
            line={`schedule workflow ${JSON.stringify(meta.name)} …`}
            actions={
              <>
                <Act
                  command="schedule.create"
                  args={{ name: `${meta.name}, every 10 min`.slice(0, 400), frequency: 600, targets: [id] }}
                  label="Every 10 min, worldwide"
                  kind="primary"
                />
                {others.length > 0 && <Act command="workflow.schedule" args={{ workflow: id }} icon="schedule" />}
              </>
            }
          >
            It runs on demand only. A schedule runs it every few minutes, from the locations you choose.
          </EmptyState>
        </Card>
      ) : (
        <Card title="Schedules" sub={`${own.length}`} flush>
          <Table
            label="Schedules of this workflow"
            twoLine
            columns={[...columns, next]}
            rows={own}
            {...{ rowId, rowName, acts }}
            menu={({ id: schedule }) => [
              { command: 'schedule.edit', args: { schedule }, icon: 'edit' },
              { command: 'workflow.unschedule', args: { workflow: id, schedule }, icon: 'close' },
            ]}
          />
        </Card>
      )}
      <RunNow workflow={workflow} />
      {others.length > 0 && (
        <Card title="Other schedules" sub={`${others.length}`} flush>
          <Table label="Other schedules" columns={[...columns, adding]} rows={others} {...{ rowId, rowName }} twoLine />
        </Card>
      )}
    </div>
  )
}
