import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { LinkTo } from '../parts/act/Go.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './open-incidents.module.css'
import { incidentsOf, type OpenIncident } from './open-incidents.ts'
import { TargetLink } from './TargetLink.tsx'

const Rules = ({ alerts }: OpenIncident) => (
  <>
    {alerts.map(({ webhook_id, webhook_name, no_data_from, told }, index) => (
      <span key={`${webhook_id} ${no_data_from ?? ''}`}>
        {index > 0 && ', '}
        <LinkTo to="webhook" params={{ webhookId: webhook_id }} current="never">
          {webhook_name}
        </LinkTo>
        {no_data_from !== null && <span className="muted"> (no data from {no_data_from})</span>}
        {!told && <span className="muted"> (not sent yet)</span>}
      </span>
    ))}
  </>
)

const State = ({ acknowledged }: OpenIncident) =>
  acknowledged === null ? (
    <Badge category="FAIL" word="Open" look="plain" />
  ) : (
    <span className="sec">
      {acknowledged.by} · <Time at={acknowledged.time} />
    </span>
  )

const COLUMNS: readonly Column<OpenIncident>[] = [
  {
    id: 'monitor',
    head: 'Monitor',
    names: true,
    grows: true,
    cell: (incident) => (
      <>
        <TargetLink kind={incident.monitor.call_kind} id={incident.monitor.call_id}>
          {incident.monitor.call_name}
        </TargetLink>
        {/* On phones the columns beside have no room. */}
        <small className={classes.about}>
          {incident.acknowledged ? `${incident.acknowledged.by} acknowledged it ` : 'Began '}
          <Time at={incident.acknowledged?.time ?? incident.since} />
        </small>
      </>
    ),
  },
  { id: 'since', head: 'Began', hide: 's', cell: ({ since }) => <Time at={since} /> },
  { id: 'rules', head: 'Alerts', hide: 't', cell: Rules },
  { id: 'state', head: 'Acknowledged by', hide: 's', cell: State },
  {
    id: 'act',
    head: 'Acknowledge',
    spoken: true,
    align: 'end',
    cell: ({ monitor, acknowledged }) => (
      <Act
        command={acknowledged === null ? 'alert.acknowledge' : 'alert.unacknowledge'}
        args={{ monitor: monitor.call_id }}
        size="small"
      />
    ),
  },
]

const rowId = ({ monitor }: OpenIncident): string => monitor.call_id
const rowName = ({ monitor }: OpenIncident): string => monitor.call_name

/** The monitors with open alerts, of the project or one of them, and who takes care; nothing while none is open. */
export const OpenIncidents = ({ monitorId }: { monitorId?: string }) => {
  const { data } = useResource('alert.open', { query: monitorId === undefined ? {} : { monitor_id: monitorId } })
  const rows = useMemo(() => incidentsOf(data?.data ?? []), [data])
  if (rows.length === 0) return null
  return (
    <Card title="Open alerts" sub={monitorId === undefined ? `${rows.length}` : undefined} flush>
      <Table label="Open alerts" twoLine columns={COLUMNS} rows={rows} rowId={rowId} rowName={rowName} />
    </Card>
  )
}
