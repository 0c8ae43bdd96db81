import { useMemo } from 'react'
import { useLocations } from '../agents/use-location-name.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import type { ChartPeriod } from './chart-period.ts'
import { PERCENTILES } from './latency-series.ts'
import { type MapPlace, mapPlaces } from './map-places.ts'
import type { MapShown } from './map-shown.ts'

/** Figures of a monitor by location, as a map shows them. They follow `newest`, the monitor's newest result. */
export const useMapPlaces = (
  callId: string,
  { period, shown, newest }: { period: ChartPeriod; shown: MapShown; newest: string | undefined },
) => {
  const { metric, percentile, location, region, ip } = shown
  const locations = useLocations()
  const { data: agents } = useResource('agent.list', {})
  const read = useResource('statistics.performance', {
    body: {
      monitors: [callId],
      from: period.start,
      to: period.end,
      metrics: [metric],
      measures: Object.keys(PERCENTILES) as (keyof typeof PERCENTILES)[],
      group_by: ['location'],
      ...(ip !== null && { dest_ip: ip }),
    },
  })
  useFollowed(newest, read.refetch)
  const { data } = read
  const places = useMemo((): readonly MapPlace[] => {
    const within = region === null ? null : (agents?.regions.find(({ id }) => id === region)?.locations ?? [])
    return mapPlaces(data?.results ?? [], locations, percentile).filter(
      ({ id }) => (location === null || id === location) && (within === null || within.includes(id)),
    )
  }, [data, locations, agents, percentile, location, region])
  return { ...read, places }
}
