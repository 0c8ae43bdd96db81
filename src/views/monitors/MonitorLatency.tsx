import { ChartControls } from '../statistics/ChartControls.tsx'
import { LatencyChart } from '../statistics/LatencyChart.tsx'
import { LocationTable } from '../statistics/LocationTable.tsx'
import { useChartLocation, useFailMarks, useSpanFigures } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** How long a monitor's runs took, over time and from each location. */
export const MonitorLatency = ({ monitor: { id } }: { monitor: Monitor }) => {
  const { period, shown } = useChartLocation()
  const fails = useFailMarks(id, period, shown.location)
  const { data } = useSpanFigures(id, period, shown.location)
  return (
    <>
      <ChartControls callId={id} />
      <LatencyChart callId={id} period={period} shown={shown} fails={fails} choices="all" />
      <LocationTable callId={id} rows={data?.results ?? []} />
    </>
  )
}
