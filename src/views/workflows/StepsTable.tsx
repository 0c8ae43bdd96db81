import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import type { Workflow } from './workflow-list.ts'

type Figures = { readonly pass: number | null; readonly ms: number | null }
type StepRow = {
  readonly index: number
  readonly callId: string
  readonly name: string | null
  readonly teardown: boolean
  readonly category: Parameters<typeof Badge>[0]['category'] | null
} & Figures

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
    cell: ({ category }) => (category ? <Badge category={category} /> : <span className="muted">—</span>),
  },
  { id: 'pass', head: 'Pass rate 24 h', align: 'end', cell: ({ pass }) => <PassRate share={pass} /> },
  { id: 'median', head: 'Median, ms', align: 'end', hide: 's', cell: ({ ms }) => formats.milliseconds(ms) },
]

/** The steps of a workflow with the figures of their monitors. */
export const StepsTable = ({ workflow: { workflow } }: { workflow: Workflow }) => {
  const { data } = useResource('monitor.list', {})
  const byId = new Map((data?.data ?? []).map((monitor) => [monitor.id, monitor]))
  const rows = workflow.steps.map(({ call_id: callId, teardown }, index): StepRow => {
    const monitor = byId.get(callId)
    return {
      index,
      callId,
      teardown,
      name: monitor ? monitor.meta.name : data ? null : callId,
      category: monitor?.last_result?.result_category ?? null,
      pass: monitor?.pass_rate_24h ?? null,
      ms: monitor?.median_24h ?? null,
    }
  })
  return (
    <Table
      label="Steps"
      columns={columns}
      rows={rows}
      rowId={({ index }) => String(index)}
      rowName={({ index, name }) => `step ${index + 1}, ${name ?? 'deleted'}`}
    />
  )
}
