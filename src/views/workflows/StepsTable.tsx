import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
import { DayMedian, DayPassRate } from '../monitors/DayFigures.tsx'
import { LastDaysOf } from '../monitors/LastDaysOf.tsx'
import type { Monitor } from '../monitors/monitor-list.ts'
import { Go } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Named } from '../parts/text/Named.tsx'
import type { Workflow } from './workflow-list.ts'

type StepRow = {
  readonly index: number
  readonly callId: string
  readonly name: string | null
  readonly teardown: boolean
  /** Null where the monitor was deleted, or is not known yet. */
  readonly monitor: Monitor | null
}

const columns: readonly Column<StepRow>[] = [
  { id: 'number', head: 'Step', align: 'end', cell: ({ index }) => index + 1 },
  {
    id: 'name',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: ({ callId, name, teardown }) => (
      <Named {...(teardown && { below: 'Teardown: always runs' })}>
        {name === null ? (
          <span className="bad">Deleted monitor</span>
        ) : (
          <Go to="monitor" params={{ callId }}>
            {name}
          </Go>
        )}
      </Named>
    ),
  },
  {
    id: 'last',
    head: 'Last result',
    slim: true,
    cell: ({ monitor }) =>
      monitor?.last_result ? (
        <Badge category={monitor.last_result.result_category} />
      ) : (
        <span className="muted">—</span>
      ),
  },
  {
    id: 'pass',
    head: 'Pass rate 24 h',
    align: 'end',
    cell: ({ monitor }) => (monitor ? <DayPassRate monitor={monitor} /> : <span className="muted">—</span>),
  },
  {
    id: 'median',
    head: 'Median, ms',
    align: 'end',
    hide: 's',
    cell: ({ monitor }) => (monitor ? <DayMedian monitor={monitor} /> : <span className="muted">—</span>),
  },
]

/** The steps of a workflow with the figures of their monitors. */
export const StepsTable = ({ workflow: { workflow } }: { workflow: Workflow }) => {
  const { project } = useWorld()
  const { data } = useResource('monitor.list', {})
  const byId = new Map((data?.data ?? []).map((monitor) => [monitor.id, monitor]))
  const rows = workflow.steps.map(({ call_id: callId, teardown }, index): StepRow => {
    const monitor = byId.get(callId)
    return {
      index,
      callId,
      teardown,
      name: monitor ? monitor.meta.name : data ? null : callId,
      monitor: monitor ?? null,
    }
  })
  return (
    <LastDaysOf projectId={project?.id ?? ''}>
      <Table
        label="Steps"
        columns={columns}
        rows={rows}
        rowId={({ index }) => String(index)}
        rowName={({ index, name }) => `step ${index + 1}, ${name ?? 'deleted'}`}
      />
    </LastDaysOf>
  )
}
