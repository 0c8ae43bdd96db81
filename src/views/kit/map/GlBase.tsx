import { Map as GlMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { useCallback, useEffect, useRef } from 'react'
import { useScreenEvents } from '../../core/screen-machines.ts'
import { Act } from '../../parts/act/Act.tsx'
import { useChartTheme } from '../chart/use-chart-theme.ts'
import type { BaseProps } from './base.ts'
import { glStyle } from './gl-style.ts'
import classes from './Map.module.css'
import type { Position } from './projection.ts'

// A file of our own origin: the page's policy allows no worker that is made of text.
setWorkerUrl(workerUrl)

/** Space around the outermost circles. */
const AROUND_PX = 40
const MOST_ZOOM = 7
/** Zoom at which a chosen position is shown: its part of a continent. */
const CHOSEN_ZOOM = 3
const MOVE_MS = 240

/** South-west and north-east corner of the inhabited world, widened to the positions. */
const boundsOf = (positions: readonly Position[]): [[number, number], [number, number]] => {
  const latitudes = positions.map(({ latitude }) => latitude)
  return [
    [-168, latitudes.reduce((least, latitude) => Math.min(least, latitude), -44)],
    [178, latitudes.reduce((most, latitude) => Math.max(most, latitude), 66)],
  ]
}

const isGlThere = (): boolean => document.createElement('canvas').getContext('webgl2') !== null

/** Zoom levels of each command; null: the whole world. */
const STEPS = { in: 1, out: -1, world: null } as const

/** Buttons for what the wheel does elsewhere: the page scrolls over a map. */
const Zoom = () => (
  <div className={classes.zoom}>
    <Act command="map.move" args={{ to: 'in' }} kind="secondary" size="small" icon="plus" iconOnly label="Zoom in" />
    <Act command="map.move" args={{ to: 'out' }} kind="secondary" size="small" icon="same" iconOnly label="Zoom out" />
    <Act command="map.move" args={{ to: 'world' }} kind="secondary" size="small" iconOnly label="Whole world" />
  </div>
)

/** The land as a MapLibre map that can be moved. This file is the chunk of MapLibre: load it through `base-chunks.tsx` only. */
const GlBase = ({ positions, target, onMoved, onFailed }: BaseProps) => {
  const theme = useChartTheme()
  const frame = useRef<HTMLDivElement>(null)
  const map = useRef<GlMap | null>(null)
  const first = useRef({ theme, bounds: boundsOf(positions) })
  first.current.bounds = boundsOf(positions)
  useEffect(() => {
    const container = frame.current
    if (!container) return
    if (!isGlThere()) {
      onFailed()
      return
    }
    let made: GlMap
    try {
      made = new GlMap({
        container,
        style: glStyle(first.current.theme),
        bounds: first.current.bounds,
        fitBoundsOptions: { padding: AROUND_PX },
        maxZoom: MOST_ZOOM,
        attributionControl: false,
        renderWorldCopies: false,
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        scrollZoom: false,
        fadeDuration: 0,
        locale: { 'Map.Title': 'Map of the locations' },
      })
    } catch {
      onFailed()
      return
    }
    map.current = made
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    const moved = () =>
      onMoved(({ longitude, latitude }) => {
        const { x, y } = made.project([longitude, latitude])
        return [x, y]
      })
    made.on('move', moved)
    made.on('resize', moved)
    made.once('load', moved)
    moved()
    made.getCanvas().addEventListener('webglcontextlost', onFailed)
    return () => {
      made.getCanvas().removeEventListener('webglcontextlost', onFailed)
      made.remove()
      map.current = null
    }
  }, [onMoved, onFailed])
  useEffect(() => {
    if (first.current.theme === theme) return
    first.current.theme = theme
    map.current?.setStyle(glStyle(theme), { diff: false })
  }, [theme])
  useEffect(() => {
    const { current } = map
    if (!target || !current) return
    // MapLibre jumps instead where people want no motion.
    current.easeTo({
      center: [target.longitude, target.latitude],
      zoom: Math.max(CHOSEN_ZOOM, current.getZoom()),
      duration: MOVE_MS,
    })
  }, [target])
  useScreenEvents(
    'screen',
    useCallback(({ type, to }) => {
      const { current } = map
      if (type !== 'MOVE_MAP' || !to || !current) return
      const step = STEPS[to]
      if (step === null) current.fitBounds(first.current.bounds, { padding: AROUND_PX, duration: MOVE_MS })
      else current.easeTo({ zoom: current.getZoom() + step, duration: MOVE_MS })
    }, []),
  )
  return (
    <>
      <div ref={frame} className={classes.gl} />
      <Zoom />
    </>
  )
}

export default GlBase
