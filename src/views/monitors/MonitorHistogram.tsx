import { ChartControls } from '../statistics/ChartControls.tsx'
import { HistogramChart } from '../statistics/HistogramChart.tsx'
import { useChartLocation } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** Latencies of a monitor by how often they occur. */
export const MonitorHistogram = ({ monitor: { id, last_result } }: { monitor: Monitor }) => {
  const { period, shown } = useChartLocation()
  return (
    <>
      <ChartControls callId={id} />
      <HistogramChart callId={id} period={period} shown={shown} newest={last_result?.id} />
    </>
  )
}
