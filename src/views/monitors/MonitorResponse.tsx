import { ChartControls } from '../statistics/ChartControls.tsx'
import { SizeChart } from '../statistics/SizeChart.tsx'
import { SizeLocations } from '../statistics/SizeLocations.tsx'
import { useChartLocation } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** Sizes of a monitor's responses over time and by location. */
export const MonitorResponse = ({ monitor: { id, last_result } }: { monitor: Monitor }) => {
  const { period, shown } = useChartLocation()
  return (
    <>
      <ChartControls callId={id} />
      <SizeChart callId={id} period={period} shown={shown} newest={last_result?.id} />
      <SizeLocations callId={id} period={period} newest={last_result?.id} />
    </>
  )
}
