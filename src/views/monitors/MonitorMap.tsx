import { useMemo } from 'react'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { ChartControls } from '../statistics/ChartControls.tsx'
import { MapChart } from '../statistics/MapChart.tsx'
import { MapControls } from '../statistics/MapControls.tsx'
import { mapShown } from '../statistics/map-shown.ts'
import { useChartLocation } from '../statistics/use-span.ts'
import type { Monitor } from './monitor-list.ts'

/** The locations of a monitor on a map, by latency. */
export const MonitorMap = ({ monitor: { id, last_result } }: { monitor: Monitor }) => {
  const { period } = useChartLocation()
  const { search } = useCurrentRoute()
  const shown = useMemo(() => mapShown(search), [search])
  const { data } = useResource('statistics.metrics', {
    params: { id, loc: 'all' },
    query: { start: period.start, end: period.end, metric: 'total', interval: 'MONTH' },
  })
  return (
    <>
      <ChartControls callId={id} />
      <MapControls shown={shown} addresses={data?.meta.dest_ips ?? []} />
      <MapChart callId={id} period={period} shown={shown} newest={last_result?.id} />
    </>
  )
}
