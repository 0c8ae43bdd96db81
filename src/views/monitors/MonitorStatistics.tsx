import { useMemo } from 'react'
import { DAY_MS } from '../../domain/core/periods.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import { StatStrip } from '../parts/chart/StatStrip.tsx'
import { ChartControls } from '../statistics/ChartControls.tsx'
import { type ChartPeriod, chartPeriod } from '../statistics/chart-period.ts'
import { chartSearch } from '../statistics/chart-search.ts'
import classes from '../statistics/charts.module.css'
import { LatencyChart } from '../statistics/LatencyChart.tsx'
import { LocationTable } from '../statistics/LocationTable.tsx'
import { MapChart } from '../statistics/MapChart.tsx'
import { mapShown } from '../statistics/map-shown.ts'
import { overviewStats } from '../statistics/overview-stats.tsx'
import { PassFailChart } from '../statistics/PassFailChart.tsx'
import { LONGEST_BY_HOUR_MS } from '../statistics/pass-fail-blocks.ts'
import { usePercentiles } from '../statistics/use-latency.ts'
import { useChartLocation, useFailMarks, useSpanFigures } from '../statistics/use-span.ts'
import { VitalsChart } from '../statistics/VitalsChart.tsx'
import type { Monitor } from './monitor-list.ts'

/** The map of the overview: median of the total. */
const MAP = mapShown({})

/** Blocks need some days to say anything: short spans show those of two weeks. */
const blockPeriod = (period: ChartPeriod): ChartPeriod => {
  if (period.range === 'custom' || period.toMs - period.fromMs > LONGEST_BY_HOUR_MS) return period
  const from = Math.floor(period.toMs / DAY_MS) * DAY_MS - 13 * DAY_MS
  return { ...chartPeriod({ from: formatTime(from), to: period.end }, period.toMs), words: 'last 14 days' }
}

/** Statistics of a monitor: figures, their change, and its failures over time and by location. */
export const MonitorStatistics = ({ monitor }: { monitor: Monitor }) => {
  const { id, insightsScore_score: score, last_result } = monitor
  const newest = last_result?.id
  const { period, shown } = useChartLocation()
  const { figures, before, data, error } = useSpanFigures(id, period, { location: shown.location, newest })
  const fails = useFailMarks(id, period, shown.location)
  // The overview shows the total in its usual percentiles; the latency tab has the choices.
  const latency = useMemo(() => ({ ...chartSearch({}), location: shown.location, table: shown.table }), [shown])
  const medians = usePercentiles({ callId: id, period, shown: latency, newest })
  const points = useMemo(() => medians.data?.results ?? [], [medians.data])
  const interval = medians.data?.meta.interval ?? 'HOUR'
  const blocks = useMemo(() => blockPeriod(period), [period])
  return (
    <>
      <ChartControls callId={id} />
      <StatStrip
        label={`Figures of the ${period.words}`}
        loading={(!figures && !error) || (!medians.data && !medians.error)}
        stats={overviewStats({
          callId: id,
          period,
          location: shown.location,
          figures,
          before,
          points,
          interval,
          score,
        })}
      />
      <LatencyChart callId={id} period={period} shown={latency} fails={fails} newest={newest} choices="none" links />
      {monitor.type === 'browser' && <VitalsChart monitorId={id} period={period} shown={shown} newest={newest} />}
      <div className={classes.two}>
        <PassFailChart callId={id} period={blocks} location={shown.location} asTable={shown.table} />
        <MapChart callId={id} period={period} shown={MAP} newest={newest} small />
      </div>
      <LocationTable callId={id} rows={data?.results} />
    </>
  )
}
