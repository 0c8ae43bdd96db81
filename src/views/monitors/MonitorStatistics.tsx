import { useMemo } from 'react'
import { DAY_MS } from '../../domain/periods.ts'
import { formatTime } from '../../domain/wire-time.ts'
import { ChartControls } from '../charts/ChartControls.tsx'
import { type ChartPeriod, chartPeriod } from '../charts/chart-period.ts'
import classes from '../charts/charts.module.css'
import { LatencyChart } from '../charts/LatencyChart.tsx'
import { LocationTable } from '../charts/LocationTable.tsx'
import { PassFailChart } from '../charts/PassFailChart.tsx'
import { LONGEST_BY_HOUR_MS } from '../charts/pass-fail-blocks.ts'
import { spanStats } from '../charts/span-stats.ts'
import { useChartPlace, useFailMarks, useSpanFigures } from '../charts/use-span.ts'
import { StatStrip } from '../parts/StatStrip.tsx'
import type { Monitor } from './monitor-list.ts'

/** Blocks need some days to say anything: short spans show those of two weeks. */
const blockPeriod = (period: ChartPeriod): ChartPeriod => {
  if (period.range === 'custom' || period.toMs - period.fromMs > LONGEST_BY_HOUR_MS) return period
  const from = Math.floor(period.toMs / DAY_MS) * DAY_MS - 13 * DAY_MS
  return { ...chartPeriod({ from: formatTime(from), to: period.end }, period.toMs), words: 'last 14 days' }
}

/** How a monitor fares: its figures, how they changed, when and where it failed. */
export const MonitorStatistics = ({ monitor }: { monitor: Monitor }) => {
  const { id, insightsScore_score: score } = monitor
  const { period, shown } = useChartPlace()
  const { figures, before, data } = useSpanFigures(id, period, shown.location)
  const fails = useFailMarks(id, period, shown.location)
  const blocks = useMemo(() => blockPeriod(period), [period])
  return (
    <>
      <ChartControls callId={id} />
      <StatStrip label={`Figures of the ${period.words}`} stats={spanStats(figures, before, score)} />
      <LatencyChart callId={id} period={period} shown={shown} fails={fails} choices="metric" />
      <div className={classes.two}>
        <PassFailChart callId={id} period={blocks} location={shown.location} asTable={shown.table} />
        <LocationTable callId={id} rows={data?.results ?? []} narrow />
      </div>
    </>
  )
}
