import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import { startedBy } from '../results/result-words.ts'
import { isOpen, type WorkflowResult } from './workflow-result.ts'

/** The columns of a list of a workflow's results. */
export const workflowResultColumns = (locationName: (id: string) => string): readonly Column<WorkflowResult>[] => [
  { id: 'category', head: 'Result', slim: true, cell: ({ meta }) => <Badge category={meta.result_category} /> },
  {
    id: 'time',
    head: 'Time',
    names: true,
    cell: ({ id, meta }) => (
      <Named>
        <Go to="workflow-result" params={{ workflowResultId: id }}>
          <Time at={meta.started} />
        </Go>
      </Named>
    ),
  },
  {
    id: 'location',
    head: 'Location',
    hide: 't',
    cell: ({ meta }) => <span className="sec">{locationName(meta.location_id)}</span>,
  },
  {
    id: 'failed',
    head: 'Failed step',
    grows: true,
    cell: ({ failed_step: failed }) =>
      failed ? (
        <span className="trunc">{`${failed.index + 1}: ${failed.name}`}</span>
      ) : (
        <span className="muted">—</span>
      ),
  },
  {
    id: 'steps',
    head: 'Steps',
    align: 'end',
    hide: 's',
    cell: ({ steps }) => (
      <span className="num">
        {formats.count(steps.run)}
        {steps.skipped > 0 && <small className="muted"> {formats.count(steps.skipped)} skipped</small>}
      </span>
    ),
  },
  {
    id: 'total',
    head: 'Duration, ms',
    align: 'end',
    cell: (result) => formats.milliseconds(isOpen(result) ? null : result.timing.total),
  },
  {
    id: 'trigger',
    head: 'Started by',
    hide: 'm',
    cell: ({ meta }) => <span className="sec">{startedBy(meta.trigger)}</span>,
  },
]
