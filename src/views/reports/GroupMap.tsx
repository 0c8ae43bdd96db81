import { useCallback, useMemo, useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useLocations } from '../agents/use-location-name.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useChartSubject } from '../kit/chart/chart-subject.ts'
import { useNarrow } from '../kit/chart/use-narrow.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { CircleMap, type MapCircle } from '../kit/map/CircleMap.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { ChartFrame } from '../parts/chart/ChartFrame.tsx'
import { Count, Latency, PassRate } from '../parts/chart/Figure.tsx'
import { Table } from '../parts/table/Table.tsx'
import { EmptyState } from '../parts/text/EmptyState.tsx'
import { MapList } from '../statistics/MapList.tsx'
import {
  cloudsOf,
  isFailing,
  type MapPlace,
  mapFinding,
  placeWords,
  RADII_PX,
  radiiOf,
  resultsOf,
} from '../statistics/map-places.ts'
import maps from '../statistics/maps.module.css'
import { MAP_DOWNLOADS, useMapDownloads } from '../statistics/use-map-downloads.ts'
import { chartWindow, type GroupChartProps, useGroupPlaces } from './group-chart.ts'
import { METRIC_WORDS } from './metric-words.ts'

type Places = AnswerOf<ProductContract['report.places']>

const PlacesMap = ({ found: { meta, results } }: { found: Places }) => {
  const locations = useLocations()
  const narrow = useNarrow()
  const subject = useChartSubject()
  const [chosen, setChosen] = useState<string | null>(null)
  const [target, setTarget] = useState<string | null>(null)
  const places = useMemo(
    () =>
      results
        .map(({ location_id: id, count, fail, pass_rate: passRate, p50 }): MapPlace => {
          const location = locations.find((each) => each.id === id)
          const cloud = location?.cloud ?? ''
          const name = location?.name ?? id
          const position = location?.position ?? null
          return { id, name, cloud: cloud === '?' ? '' : cloud, position, count, fail, passRate, ms: p50 }
        })
        .sort((a, b) => (b.ms ?? -1) - (a.ms ?? -1)),
    [results, locations],
  )
  const clouds = useMemo(() => cloudsOf(places), [places])
  const sized = useMemo(() => {
    const mostPx = narrow ? RADII_PX.small : RADII_PX.most
    const radii = radiiOf(
      places.map(({ ms }) => ms),
      { log: false, mostPx },
    )
    return places.map((place, index) => ({ ...place, radiusPx: radii[index] ?? RADII_PX.least }))
  }, [places, narrow])
  const circles = useMemo(() => {
    const shown = chartWindow(meta)
    return sized.flatMap((place): MapCircle[] => {
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
          words: placeWords(place, 'p50'),
          isFailing: isFailing(place),
          place: { to: 'results', search: resultsOf(id, shown) },
        },
      ]
    })
  }, [sized, clouds, meta])
  const sub = `median, ${METRIC_WORDS[meta.metric]}, ${meta.words}`
  useMapDownloads({
    fileName: 'report-map',
    title: `${subject === null ? '' : `${subject}: `}latency by location, ${sub}, ${chartWindow(meta).words}`,
    places: sized,
    percentile: 'p50',
  })
  useScreenEvents(
    'screen',
    useCallback(({ type, location }) => {
      if (type !== 'SHOW_ON_MAP' || typeof location !== 'string') return
      setChosen(location)
      setTarget(location)
    }, []),
  )
  if (places.length === 0)
    return <EmptyState title="No results in this period">Its monitors did not run, or were added later.</EmptyState>
  return (
    <ChartFrame
      title="Latency map"
      sub={`${sub}; larger is slower`}
      controls={<Menu label="Download latency map" icon="download" iconOnly size="small" items={MAP_DOWNLOADS} />}
      table={
        <Table
          label="Latency map"
          dense
          rows={places}
          rowId={({ id }) => id}
          rowName={({ name }) => name}
          columns={[
            { id: 'location', head: 'Location', names: true, grows: true, cell: ({ name }) => name },
            { id: 'cloud', head: 'Cloud', hide: 's', cell: ({ cloud }) => <span className="sec">{cloud || '—'}</span> },
            { id: 'ms', head: 'Median', align: 'end', cell: ({ ms }) => <Latency ms={ms} /> },
            { id: 'rate', head: 'Pass rate', align: 'end', cell: ({ passRate }) => <PassRate share={passRate} /> },
            { id: 'count', head: 'Count', align: 'end', hide: 's', cell: ({ count }) => <Count value={count} /> },
          ]}
        />
      }
    >
      <div className={maps.beside}>
        <p className="sr">{mapFinding(places, 'p50')}</p>
        <CircleMap label="Locations" circles={circles} chosen={chosen} onChoose={setChosen} target={target} />
        <MapList places={places} clouds={clouds} percentile="p50" chosen={chosen} />
      </div>
    </ChartFrame>
  )
}

/** World map of a group's latency by location: larger circles are slower. */
export const GroupMap = (props: GroupChartProps) => (
  <Loaded of={useGroupPlaces(props)} page={false} label="Chart">
    {(found) => <PlacesMap found={found} />}
  </Loaded>
)
