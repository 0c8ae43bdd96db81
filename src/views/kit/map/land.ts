import type { FeatureCollection, MultiPolygon } from 'geojson'
import { feature } from 'topojson-client'
import topology from 'world-atlas/land-110m.json'

/** Outline of all land, from Natural Earth (public domain). It is half of this chunk: load it with a map only. */
export const land = feature(topology, topology.objects.land) as FeatureCollection<MultiPolygon>

/** Lines of latitude and longitude, in degrees. */
export const GRATICULE = {
  meridians: [-150, -120, -90, -60, -30, 0, 30, 60, 90, 120, 150],
  parallels: [-60, -30, 0, 30, 60],
} as const
