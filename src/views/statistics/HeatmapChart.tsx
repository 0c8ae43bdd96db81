import { useCallback, useMemo } from 'react'
import { formatTime } from '../../domain/core/wire-time.ts'
import { useMachine } from '../core/machines-of.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { pictureTitle, useChartSubject } from '../kit/chart/chart-subject.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Skeleton } from '../parts/text/Loading.tsx'
import { type ChartPeriod, pictureWindow } from './chart-period.ts'
import { type ChartSearch, METRICS } from './chart-search.ts'
import classes from './charts.module.css'
import { coverageNote } from './coverage-note.ts'
import { WireMetricChoice } from './DistributionChoices.tsx'
import { HeatmapCanvas } from './HeatmapCanvas.tsx'
import { HeatmapTable } from './HeatmapTable.tsx'
import { type HeatColumn, type HeatForm, heatCells, heatColumns, heatFinding, heatInterval } from './heatmap-cells.ts'
import { madeOf } from './made-of.ts'
import { HEATMAP_DOWNLOADS, useHeatmapCsv } from './use-heatmap-csv.ts'

const HEIGHT_PX = 420
const NARROW_HEIGHT_PX = 360

const PER = { PT1M: 'minute', PT5M: '5 minutes', HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

type HeatmapChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: ChartSearch
  /** Id of the monitor's newest result: the chart follows it. */
  readonly newest: string | undefined
}

/** Number of responses by time and latency: step after step, or all days together by the hour of the day. */
export const HeatmapChart = ({ callId, period, shown, newest }: HeatmapChartProps) => {
  const subject = useChartSubject()
  const narrow = useNarrow()
  const { search } = useCurrentRoute()
  const projectId = useMachine('project', (snapshot) => snapshot?.context.current?.project.id)
  const form: HeatForm = search.form === 'cumulative' ? 'cumulative' : 'sequential'
  const metric = shown.metric === 'lag' ? 'total' : shown.metric
  const { location } = shown
  const interval = heatInterval(period, narrow)
  const { data, error, refetch } = useResource(
    'statistics.latencies',
    projectId === undefined
      ? null
      : {
          params: { id: projectId },
          query: {
            ...{ start: period.start, end: period.end, call_ids: callId, metric, form },
            ...(form === 'sequential' && { interval }),
            ...(location !== null && { location_ids: location }),
          },
        },
  )
  useFollowed(newest, refetch)
  const columns = useMemo(() => (data ? heatColumns(data) : []), [data])
  const cells = useMemo(() => (data ? heatCells(columns, data) : []), [columns, data])
  const finding = useMemo(() => (data ? heatFinding(columns, data) : ''), [columns, data])
  useHeatmapCsv({ cells, form, fileName: `heatmap-${callId}` })
  const resultsOf = useCallback(
    ({ from, to }: HeatColumn): LinkTarget | null => {
      if (from === null || to === null) return null
      // The end of a filter is inclusive.
      const search = { from: formatTime(from), to: formatTime(to - 1), location }
      return { to: 'monitor-results', params: { callId }, search }
    },
    [callId, location],
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const heightPx = narrow ? NARROW_HEIGHT_PX : HEIGHT_PX
  const per = form === 'cumulative' ? 'by hour of the day' : `per ${PER[data?.meta.interval ?? interval]}`
  const note = data && data.meta.count > 0 ? [coverageNote(period, data.meta), madeOf(data.meta, null)] : []
  const sub = `responses ${per}, ${METRICS[metric].toLowerCase()}, ${period.words}; columns in UTC`
  return (
    <ChartFrame
      key={String(shown.table)}
      startsAsTable={shown.table}
      title="Latency heatmap"
      sub={sub}
      controls={
        <>
          <Segmented
            label="Form"
            value={form}
            options={[
              { value: 'sequential', label: 'Sequential' },
              { value: 'cumulative', label: 'Cumulative' },
            ]}
            acting={(value) => ({ command: 'chart.form', args: { form: value } })}
          />
          <WireMetricChoice metric={metric} />
          <Menu label="Download latency heatmap" icon="download" iconOnly size="small" items={HEATMAP_DOWNLOADS} />
        </>
      }
      table={<HeatmapTable cells={cells} resultsOf={resultsOf} form={form} />}
      legend={note.length > 0 ? note.filter((words) => words !== null).join(' ') : undefined}
    >
      {!data ? (
        <Skeleton height={heightPx} />
      ) : data.meta.count === 0 ? (
        <p className={classes.waiting}>No responses in this range.</p>
      ) : (
        <HeatmapCanvas
          heat={data}
          columns={columns}
          finding={finding}
          heightPx={heightPx}
          fileName={`heatmap-${callId}`}
          picture={pictureTitle(subject, 'Latency heatmap', sub, pictureWindow(period))}
          resultsOf={resultsOf}
        />
      )}
    </ChartFrame>
  )
}
