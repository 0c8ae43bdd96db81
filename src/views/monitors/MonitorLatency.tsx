import { ChartControls } from '../statistics/ChartControls.tsx'
import { LatencyChart } from '../statistics/LatencyChart.tsx'
import { LocationTable } from '../statistics/LocationTable.tsx'
import { useChartPlace, useFailMarks, useSpanFigures } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** How long a monitor's runs took, over time and from each location. */
export const MonitorLatency = ({ monitor: { id, last_result } }: { monitor: Monitor }) => {
  const newest = last_result?.id
  const { period, shown } = useChartPlace()
  const fails = useFailMarks(id, period, shown.location)
  const { data } = useSpanFigures(id, period, { location: shown.location, newest })
  return (
    <>
      <ChartControls callId={id} />
      <LatencyChart callId={id} period={period} shown={shown} fails={fails} newest={newest} choices="all" />
      <LocationTable callId={id} rows={data?.results ?? []} />
    </>
  )
}
