import { Act } from '../parts/act/Act.tsx'
import { Table } from '../parts/table/Table.tsx'
import { Card } from '../parts/text/Card.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { downtimeColumns } from './downtime-columns.tsx'
import { downtimeList } from './downtime-list.ts'
import { OrganizationNote } from './OrganizationNote.tsx'
import { covering, useDowntimes } from './use-downtimes.ts'

/** The downtimes that cover a schedule: its own and those of all schedules. */
export const ScheduleDowntimes = ({ scheduleId }: { scheduleId: string }) => {
  const rows = covering(useDowntimes(), scheduleId)
  const args = { schedule: scheduleId }
  if (rows.length === 0)
    return (
      <div className="stack">
        <OrganizationNote />
        <Card label="Downtimes">
          <EmptyState
            title="No downtime covers this schedule"
            actions={<Act command="downtime.new" args={args} kind="primary" icon="plus" />}
          >
            {downtimeList.empty.text}
          </EmptyState>
        </Card>
      </div>
    )
  const { rowId, rowName, acts, menu, order } = downtimeList
  return (
    <div className="stack">
      <OrganizationNote />
      <Card
        title="Downtimes"
        sub="its own, and those of all schedules"
        flush
        actions={<Act command="downtime.new" args={args} kind="ghost" size="small" icon="plus" />}
      >
        <Table
          label="Downtimes of this schedule"
          twoLine
          columns={downtimeColumns}
          rows={order?.(rows, undefined) ?? rows}
          {...{ rowId, rowName, acts, menu }}
        />
      </Card>
    </div>
  )
}
