import { useCallback, useMemo, useState } from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useChartSubject } from '../kit/chart/chart-subject.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { CircleMap, type MapCircle } from '../kit/map/CircleMap.tsx'
import { Go } from '../parts/act/Go.tsx'
import { ChartFrame, Legend } from '../parts/chart/ChartFrame.tsx'
import { Skeleton } from '../parts/text/Loading.tsx'
import { type ChartPeriod, pictureWindow } from './chart-period.ts'
import { METRICS, sharedSearch } from './chart-search.ts'
import classes from './charts.module.css'
import { MapList } from './MapList.tsx'
import { MapTable } from './MapTable.tsx'
import { cloudsOf, isFailing, mapFinding, placeWords, RADII_PX, radiiOf, resultsOf } from './map-places.ts'
import type { MapShown } from './map-shown.ts'
import maps from './maps.module.css'
import { useMapDownloads } from './use-map-downloads.ts'
import { useMapPlaces } from './use-map-places.ts'

const HEIGHT_PX = 320

type MapChartProps = {
  readonly callId: string
  readonly period: ChartPeriod
  readonly shown: MapShown
  /** Id of the monitor's newest result: the map follows it. */
  readonly newest: string | undefined
  /** Without controls, list and movement, for half of the page. */
  readonly small?: boolean
}

/** World map of a monitor's latency by location: larger circles are slower, colours are providers. Each leads to its results. */
export const MapChart = ({ callId, period, shown, newest, small = false }: MapChartProps) => {
  const { data, error, refetch, places } = useMapPlaces(callId, { period, shown, newest })
  const [chosen, setChosen] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const narrow = useNarrow()
  const { search } = useCurrentRoute()
  const { metric, percentile, log } = shown
  const sized = useMemo(() => {
    const mostPx = small || narrow ? RADII_PX.small : RADII_PX.most
    const radii = radiiOf(
      places.map(({ ms }) => ms),
      { log, mostPx },
    )
    return places.map((place, index) => ({ ...place, radiusPx: radii[index] ?? RADII_PX.least }))
  }, [places, log, small, narrow])
  const clouds = useMemo(() => cloudsOf(places), [places])
  const circles = useMemo(
    () =>
      sized.flatMap((place): MapCircle[] => {
        const { id, name, cloud, position, radiusPx } = place
        if (!position) return []
        const series = clouds.find((each) => each.name === cloud)?.series ?? 1
        return [
          {
            ...position,
            id,
            radiusPx,
            color: `var(--series-${series})`,
            label: name,
            words: placeWords(place, percentile),
            isFailing: isFailing(place),
            place: {
              to: 'monitor-results',
              params: { callId },
              search: resultsOf(id, period),
            },
          },
        ]
      }),
    [sized, clouds, percentile, callId, period],
  )
  const title = `${METRICS[metric]} latency by location, ${percentile}, ${period.words}`
  const subject = useChartSubject()
  const window = pictureWindow(period)
  useMapDownloads({
    fileName: `map-${callId}`,
    title: `${subject === null ? '' : `${subject}: `}${title}${window === null ? '' : `, ${window}`}`,
    places: sized,
    percentile,
  })
  useScreenEvents(
    'screen',
    useCallback(({ type, location }) => {
      if (type !== 'SHOW_ON_MAP' || location === undefined) return
      setChosen(location)
      setTarget(location)
    }, []),
  )
  if (error && !data) return <LoadError error={error} refetch={refetch} />
  const legend = (
    <Legend
      entries={clouds.map(({ name, series }) => ({
        label: name || 'Unknown provider',
        // Without other text, colour is the legend's alone: lists and tooltips name the provider.
        swatch: <i className={maps.swatch} data-series={series} />,
      }))}
    />
  )
  return (
    <ChartFrame
      key={String(shown.table)}
      startsAsTable={shown.table}
      title="Latency map"
      sub={`${METRICS[metric].toLowerCase()}, ${percentile}, ms, ${period.words}; larger is slower`}
      controls={
        small && (
          <Go to="monitor-map" params={{ callId }} search={sharedSearch(search)} kind="ghost" size="small">
            Map tab
          </Go>
        )
      }
      table={<MapTable callId={callId} places={places} percentile={percentile} period={period} />}
      legend={places.length > 0 && legend}
    >
      {!data ? (
        <Skeleton height={HEIGHT_PX} />
      ) : places.length === 0 ? (
        <p className={classes.waiting}>No results in this range.</p>
      ) : (
        <div className={small ? undefined : maps.beside}>
          <p className="sr">{mapFinding(places, percentile)}</p>
          <CircleMap
            label="Locations"
            circles={circles}
            chosen={chosen}
            onChoose={setChosen}
            target={target}
            small={small}
          />
          {!small && <MapList places={places} clouds={clouds} percentile={percentile} chosen={chosen} />}
        </div>
      )}
    </ChartFrame>
  )
}
