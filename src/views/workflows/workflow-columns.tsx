import { ownTags } from '../../domain/core/tag-rules.ts'
import { Go } from '../parts/act/Go.tsx'
import { PassRate } from '../parts/chart/Figure.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Tags } from '../parts/text/Tag.tsx'
import { Time } from '../parts/text/Time.tsx'
import type { Workflow } from './workflow-list.ts'

const Steps = ({ workflow: { workflow, missing_call_ids: missing } }: { workflow: Workflow }) => {
  const teardown = workflow.steps.filter((step) => step.teardown).length
  const words = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...(teardown > 0 ? [`${teardown} teardown`] : []),
  ]
  return (
    <span className="num">
      {formats.count(workflow.steps.length)}
      {words.length > 0 && <small className={missing.length > 0 ? 'bad' : 'muted'}> {words.join(', ')}</small>}
    </span>
  )
}

/** Columns of the list of workflows. */
export const workflowColumns = (scheduleName: (id: string) => string): readonly Column<Workflow>[] => [
  {
    id: 'result',
    head: 'Result',
    slim: true,
    cell: ({ last_result: last }) =>
      last ? <Badge category={last.result_category} /> : <span className="muted">—</span>,
  },
  {
    id: 'name',
    head: 'Workflow',
    names: true,
    grows: true,
    cell: ({ id, meta }) => (
      <Named {...(meta.description && { below: <span className="trunc">{meta.description}</span> })}>
        <Go to="workflow" params={{ workflowId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  { id: 'steps', head: 'Steps', align: 'end', cell: (workflow) => <Steps workflow={workflow} /> },
  { id: 'tags', head: 'Tags', hide: 'm', cell: ({ meta }) => <Tags names={ownTags(meta.tags)} most={2} /> },
  {
    id: 'schedules',
    head: 'Schedules',
    hide: 't',
    cell: ({ schedule_ids: ids }) => {
      const [first] = ids
      if (first === undefined) return <span className="sec">On demand</span>
      return (
        <span className="sec">
          <Go to="schedule" params={{ scheduleId: first }} kind="text">
            {scheduleName(first)}
          </Go>
          {ids.length > 1 && ` and ${ids.length - 1} more`}
        </span>
      )
    },
  },
  {
    id: 'pass-rate',
    head: 'Pass rate 24 h',
    align: 'end',
    hide: 's',
    cell: ({ pass_rate_24h: rate }) => <PassRate share={rate} />,
  },
  {
    id: 'median',
    head: 'Median, ms',
    align: 'end',
    hide: 'm',
    cell: ({ median_24h: ms }) => formats.milliseconds(ms),
  },
  {
    id: 'last',
    head: 'Last run',
    align: 'end',
    hide: 's',
    cell: ({ last_result: last }) =>
      last === null ? (
        <span className="muted">never</span>
      ) : last.result_category === 'QUEUED' ? (
        <span className="sec">running now</span>
      ) : (
        <span className="sec">
          <Time at={last.time} />
        </span>
      ),
  },
]
