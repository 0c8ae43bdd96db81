import { useMemo } from 'react'
import { formatTime } from '../../domain/core/wire-time.ts'
import { pictureTitle, useChartSubject } from '../kit/chart/chart-subject.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { HeatmapCanvas } from '../statistics/HeatmapCanvas.tsx'
import { HeatmapTable } from '../statistics/HeatmapTable.tsx'
import { type Heat, type HeatColumn, heatCells, heatColumns, heatFinding } from '../statistics/heatmap-cells.ts'
import { HEATMAP_DOWNLOADS, useHeatmapCsv } from '../statistics/use-heatmap-csv.ts'
import { chartWindow, type GroupChartProps, useGroupLatencies } from './group-chart.ts'

const HEIGHT_PX = 420
const NARROW_HEIGHT_PX = 360
const PER = { PT1M: 'minute', PT5M: '5 minutes', HOUR: 'hour', DAY: 'day', WEEK: 'week', MONTH: 'month' } as const

/** The results of the project at a time: a list shows those of one monitor or of all. */
const resultsOf = ({ from, to }: HeatColumn): LinkTarget | null =>
  from === null || to === null
    ? null
    : // The end of a filter is inclusive.
      { to: 'results', search: { from: formatTime(from), to: formatTime(to - 1) } }

const Cells = ({ heat }: { heat: Heat }) => {
  const narrow = useNarrow()
  const subject = useChartSubject()
  const columns = useMemo(() => heatColumns(heat), [heat])
  const cells = useMemo(() => heatCells(columns, heat), [columns, heat])
  const finding = useMemo(() => heatFinding(columns, heat), [columns, heat])
  useHeatmapCsv({ cells, form: 'sequential', fileName: 'report-heatmap' })
  const sub = `responses of all monitors per ${PER[heat.meta.interval ?? 'DAY']}, ${chartWindow(heat.meta).words}; columns in UTC`
  if (heat.meta.count === 0)
    return <EmptyState title="No responses in this period">Its monitors did not run, or were added later.</EmptyState>
  return (
    <ChartFrame
      title="Latency heatmap"
      sub={sub}
      controls={
        <Menu label="Download latency heatmap" icon="download" iconOnly size="small" items={HEATMAP_DOWNLOADS} />
      }
      table={<HeatmapTable cells={cells} resultsOf={resultsOf} form="sequential" />}
    >
      <HeatmapCanvas
        heat={heat}
        columns={columns}
        finding={finding}
        heightPx={narrow ? NARROW_HEIGHT_PX : HEIGHT_PX}
        fileName="report-heatmap"
        picture={pictureTitle(subject, 'Latency heatmap', sub)}
        resultsOf={resultsOf}
      />
    </ChartFrame>
  )
}

/** Number of responses of a group by time and latency. */
export const GroupHeatmap = (props: GroupChartProps) => (
  <Loaded of={useGroupLatencies(props)} page={false} label="Chart">
    {(heat) => <Cells heat={heat} />}
  </Loaded>
)
