import type { Feature, MultiPolygon } from 'geojson'
import { feature } from 'topojson-client'
import topology from 'world-atlas/land-110m.json'
import { cutRing } from './cut-rings.ts'

const outline = feature(topology, topology.objects.land)

const polygons = ('features' in outline ? outline.features : [outline]).flatMap(({ geometry }) =>
  geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
)

/**
 * Outline of all land, from Natural Earth (public domain), cut at the antimeridian. Lakes are left as land. It is most of this chunk: load
 * it with a map only.
 */
export const land: Feature<MultiPolygon> = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'MultiPolygon',
    coordinates: polygons.flatMap(([outer = []]) => cutRing(outer).map((ring) => [ring.map((point) => [...point])])),
  },
}

/** Lines of latitude and longitude, in degrees. */
export const GRATICULE = {
  meridians: [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150],
  parallels: [-60, -30, 0, 30, 60],
} as const
