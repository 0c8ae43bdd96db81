import { Act } from '../parts/act/Act.tsx'
import { ChartControls } from '../statistics/ChartControls.tsx'
import { LatencyChart } from '../statistics/LatencyChart.tsx'
import { LocationTable } from '../statistics/LocationTable.tsx'
import { useChartLocation, useFailMarks, useSpanFigures } from '../statistics/use-span.ts'
import { VitalsChart } from '../statistics/VitalsChart.tsx'
import type { Monitor } from './monitor-list.ts'

/** Latency of a monitor over time and by location. */
export const MonitorLatency = ({ monitor: { id, type, last_result } }: { monitor: Monitor }) => {
  const newest = last_result?.id
  const { period, shown } = useChartLocation()
  const fails = useFailMarks(id, period, shown.location)
  const { data } = useSpanFigures(id, period, { location: shown.location, newest })
  return (
    <>
      <ChartControls callId={id} />
      <LatencyChart callId={id} period={period} shown={shown} fails={fails} newest={newest} choices="all" />
      {type === 'browser' && <VitalsChart monitorId={id} period={period} shown={shown} newest={newest} />}
      <p>
        <Act
          command="report.add"
          args={{ monitor: id }}
          size="small"
          icon="report"
          label="Save to report"
          hint={false}
        />
      </p>
      <LocationTable callId={id} rows={data?.results} />
    </>
  )
}
