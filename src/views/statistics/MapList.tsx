import { TextAct } from '../parts/act/TextAct.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import { isFailing, type MapCloud, type MapPlace } from './map-places.ts'
import maps from './maps.module.css'

type MapListProps = {
  readonly places: readonly MapPlace[]
  readonly clouds: readonly MapCloud[]
  readonly percentile: string
  readonly chosen: string | null
}

const Figures = ({ place, series }: { place: MapPlace; series: number }) => (
  <>
    <i className={maps.swatch} data-series={series} />
    <span className={maps.place}>{place.name}</span>
    {isFailing(place) && (
      <>
        <i className={maps.failing} />
        <span className="sr">, fails</span>
      </>
    )}
    <span className="num">{place.ms === null ? 'no response' : formats.latency(place.ms)}</span>
  </>
)

/** Locations of a map, slowest first. Choosing one moves the map to it; those without coordinates are listed apart. */
export const MapList = ({ places, clouds, percentile, chosen }: MapListProps) => {
  const seriesOf = (cloud: string): number => clouds.find(({ name }) => name === cloud)?.series ?? 1
  const shown = places.filter(({ position }) => position !== null)
  const elsewhere = places.filter(({ position }) => position === null)
  return (
    <div className={maps.list}>
      {shown.length > 0 && (
        <ul aria-label={`Locations by ${percentile}`}>
          {shown.map((place) => (
            <li key={place.id}>
              <TextAct
                command="map.show"
                args={{ location: place.id }}
                kind="plain"
                className={classNames(maps.row, chosen === place.id && maps.chosen)}
                aria={{ 'aria-pressed': chosen === place.id }}
              >
                <Figures place={place} series={seriesOf(place.cloud)} />
              </TextAct>
            </li>
          ))}
        </ul>
      )}
      {elsewhere.length > 0 && (
        <>
          <p className={maps.elsewhere}>Not on the map, for want of coordinates:</p>
          <ul aria-label="Locations without coordinates">
            {elsewhere.map((place) => (
              <li key={place.id} className={maps.row}>
                <Figures place={place} series={seriesOf(place.cloud)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
