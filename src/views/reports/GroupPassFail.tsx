import { useMemo } from 'react'
import { DAY_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { passRate } from '../../domain/statistics/statistics.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { type Block, Blocks } from '../parts/chart/Blocks.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Count, Rate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { utcMoment } from '../statistics/utc-moment.ts'
import { type GroupChartProps, type GroupSeries, useGroupSeries } from './group-chart.ts'

const STEP_WORDS = { HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const
const LENGTH_MS = { HOUR: DAY_MS / 24, DAY: DAY_MS, WEEK: 7 * DAY_MS, MONTH: 31 * DAY_MS } as const
/** Names above the columns: more would overlap. */
const MOST_NAMES = { wide: 8, narrow: 3 } as const

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })

type GridProps = GroupChartProps & { readonly series: GroupSeries }

const Grid = ({ reportId, groupId, series: { meta, results } }: GridProps) => {
  const narrow = useNarrow()
  const { interval } = meta
  const times = useMemo(
    () => [...new Set(results.flatMap(({ points }) => points.map(({ time }) => time)))].sort(),
    [results],
  )
  const rows = useMemo(
    () =>
      results.map(({ call_id: callId, label: own, missing, points }, nth) => {
        const isTwice = results.some((other, at) => at < nth && other.label === own)
        const label = isTwice ? `${own} (${nth + 1})` : own
        const known = new Map(points.map((point) => [point.time, point]))
        return {
          name: label,
          blocks: times.map((time): Block => {
            const point = known.get(time)
            const end = Math.min(Date.parse(time) + LENGTH_MS[interval], Date.parse(meta.end))
            const search = { from: time, to: formatTime(end - 1) }
            return {
              rate: point ? passRate(point) : null,
              name: `${label}, ${utcMoment(time)}`,
              ...(point && !missing && { place: { to: 'monitor-results' as const, params: { callId }, search } }),
            }
          }),
        }
      }),
    [results, times, interval, meta.end],
  )
  if (times.length === 0)
    return <EmptyState title="No results in this period">Its monitors did not run, or were added later.</EmptyState>
  const every = Math.ceil(times.length / MOST_NAMES[narrow ? 'narrow' : 'wide'])
  const points = results.flatMap(({ id, label, points: own }) => own.map((point) => ({ ...point, id, label })))
  return (
    <ChartFrame
      title="Pass and fail"
      sub={`per ${STEP_WORDS[interval]}, ${meta.words}, UTC`}
      downloading={{ command: 'report.download', args: { report: reportId, group: groupId } }}
      table={
        <Table
          label="Pass and fail"
          dense
          rows={points.toReversed()}
          rowId={({ id, time }) => `${id} ${time}`}
          rowName={({ label, time }) => `${label} ${time}`}
          columns={[
            { id: 'label', head: 'Monitor', names: true, grows: true, cell: ({ label }) => label },
            { id: 'time', head: 'From, UTC', cell: ({ time }) => utcMoment(time) },
            { id: 'rate', head: 'Pass rate', align: 'end', cell: (point) => <Rate share={passRate(point)} /> },
            { id: 'pass', head: 'Pass', align: 'end', hide: 's', cell: ({ pass }) => <Count value={pass} /> },
            { id: 'slow', head: 'Slow', align: 'end', hide: 's', cell: ({ slow }) => <Count value={slow} /> },
            {
              id: 'warning',
              head: 'Warning',
              align: 'end',
              hide: 's',
              cell: ({ warning }) => <Count value={warning} />,
            },
            { id: 'fail', head: 'Fail', align: 'end', cell: ({ fail }) => <Count value={fail} /> },
          ]}
        />
      }
    >
      <Blocks
        label={`Pass rate per ${STEP_WORDS[interval]}, ${meta.words}`}
        columns={times.map((time, at) => ({
          name: utcMoment(time),
          ...(at % every === 0 && { shown: (interval === 'HOUR' ? hour : day).format(Date.parse(time)) }),
        }))}
        rows={rows}
        named
      />
    </ChartFrame>
  )
}

/** Pass rate of a group's monitors over time: a row of blocks for each; a block leads to its results. */
export const GroupPassFail = (props: GroupChartProps) => (
  <Loaded of={useGroupSeries(props, 'latency')} page={false} label="Chart">
    {(series) => <Grid {...props} series={series} />}
  </Loaded>
)
