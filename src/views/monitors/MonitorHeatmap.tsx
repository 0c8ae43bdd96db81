import { ChartControls } from '../statistics/ChartControls.tsx'
import { HeatmapChart } from '../statistics/HeatmapChart.tsx'
import { useChartLocation } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** Latencies of a monitor by time. */
export const MonitorHeatmap = ({ monitor: { id, last_result } }: { monitor: Monitor }) => {
  const { period, shown } = useChartLocation()
  return (
    <>
      <ChartControls callId={id} />
      <HeatmapChart callId={id} period={period} shown={shown} newest={last_result?.id} />
    </>
  )
}
