import { useMachine } from '../core/machines-of.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { PassRate } from '../parts/chart/Figure.tsx'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import { Table } from '../parts/table/Table.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './HomeScreen.module.css'
import { SilentMonitors } from './SilentMonitors.tsx'
import type { Synopsis, WorstMonitor } from './synopsis.ts'

type Row = WorstMonitor & { readonly hours: readonly Hour[]; readonly time: string | null }
type Hour = { readonly median: number | null; readonly fail: number }

/** Monitors without data, then monitors with the lowest pass rate. */
export const Attention = ({ synopsis }: { synopsis: Synopsis }) => {
  const { worst, no_data: silent } = synopsis
  const projectId = useMachine('project', (snapshot) => snapshot?.context.current?.project.id)
  const ids = worst.map(({ call_id }) => call_id)
  const before = useResource(
    'statistics.before',
    projectId !== undefined && ids.length > 0 ? { params: { id: projectId }, body: { call_ids: ids } } : null,
  )
  const rows = worst.map((one) => {
    const day = before.data?.results[one.call_id]
    return { ...one, hours: day?.hours ?? [], time: day?.last_result?.time ?? null }
  })
  return (
    <Card
      title="Needs attention"
      sub="worst first"
      flush
      actions={
        <Go to="monitors" kind="ghost" size="small">
          All monitors
        </Go>
      }
    >
      {silent.count > 0 && <SilentMonitors silent={silent} />}
      {rows.length === 0 ? (
        silent.count === 0 && <p className={classes.none}>{quietSentence(synopsis.results_24h)}</p>
      ) : (
        <Table
          label="Monitors that need attention"
          columns={columns}
          rows={rows}
          rowId={({ call_id }) => call_id}
          rowName={({ name }) => name}
          className={classes.table}
        />
      )}
    </Card>
  )
}

/** Explains an empty list. A project without results has not passed anything. */
const quietSentence = ({ pass, slow, warning, fail }: Synopsis['results_24h']): string =>
  pass + slow + warning + fail === 0
    ? 'No results in the last 24 hours.'
    : 'Nothing: every monitor passed in the last 24 hours.'

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Monitor',
    grows: true,
    names: true,
    cell: ({ call_id, name }) => (
      <Go to="monitor" params={{ callId: call_id }} className="strong trunc">
        {name}
      </Go>
    ),
  },
  {
    id: 'last',
    head: 'Last run',
    cell: ({ last_result }) => (last_result ? <Badge category={last_result} /> : <span className="muted">—</span>),
  },
  {
    id: 'hours',
    head: '24 hours',
    hide: 't',
    cell: ({ hours }) => (
      <Sparkline
        values={hours.map(({ median }) => median)}
        failed={hours.flatMap(({ fail }, place) => (fail > 0 ? [place] : []))}
      />
    ),
  },
  {
    id: 'rate',
    head: 'Pass rate',
    align: 'end',
    cell: ({ pass_rate_24h }) => <PassRate share={pass_rate_24h} />,
  },
  {
    id: 'median',
    head: 'Median, ms',
    align: 'end',
    hide: 's',
    cell: ({ median_24h }) => formats.milliseconds(median_24h),
  },
  { id: 'when', head: 'When', align: 'end', hide: 'm', cell: ({ time }) => <Time at={time} /> },
]
