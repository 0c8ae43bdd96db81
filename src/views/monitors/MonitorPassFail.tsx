import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { ChartControls } from '../statistics/ChartControls.tsx'
import { PassFailChart } from '../statistics/PassFailChart.tsx'
import { spanStats } from '../statistics/span-stats.ts'
import { useChartLocation, useSpanFigures } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** When a monitor passed and when it did not. */
export const MonitorPassFail = ({ monitor }: { monitor: Monitor }) => {
  const { id, insightsScore_score: score } = monitor
  const { period, shown } = useChartLocation()
  const { figures, before, error } = useSpanFigures(id, period, {
    location: shown.location,
    newest: monitor.last_result?.id,
  })
  return (
    <>
      <ChartControls callId={id} />
      <StatStrip
        label={`Figures of the ${period.words}`}
        stats={spanStats(figures, before, score)}
        loading={!figures && !error}
      />
      <PassFailChart callId={id} period={period} location={shown.location} asTable={shown.table} />
    </>
  )
}
