import type { FeatureCollection, LineString } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import type { ChartTheme } from '../chart/chart-theme.ts'
import { GRATICULE, land } from './land.ts'

/** Mercator has no poles: its lines end here. */
const MOST_LATITUDE = 85

const line = (coordinates: [number, number][]) => ({
  type: 'Feature' as const,
  properties: {},
  geometry: { type: 'LineString' as const, coordinates },
})

const graticule: FeatureCollection<LineString> = {
  type: 'FeatureCollection',
  features: [
    ...GRATICULE.meridians.map((longitude) =>
      line([
        [longitude, -MOST_LATITUDE],
        [longitude, MOST_LATITUDE],
      ]),
    ),
    ...GRATICULE.parallels.map((latitude) =>
      line([
        [-180, latitude],
        [180, latitude],
      ]),
    ),
  ],
}

/** MapLibre's style of a map: land and graticule, in the theme's colours. It loads nothing: no tiles, letters or images. */
export const glStyle = ({ surface, land: ground, coast, grid }: ChartTheme): StyleSpecification => ({
  version: 8,
  sources: {
    land: { type: 'geojson', data: land },
    graticule: { type: 'geojson', data: graticule },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': surface } },
    { id: 'graticule', type: 'line', source: 'graticule', paint: { 'line-color': grid, 'line-width': 1 } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ground } },
    { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': coast, 'line-width': 1 } },
  ],
  // Nothing fades in: the map is there at once.
  transition: { duration: 0, delay: 0 },
})
