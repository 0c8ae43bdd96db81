import { useEffect, useRef } from 'react'
import type { BaseProps } from './base.ts'
import { GRATICULE, land } from './land.ts'
import classes from './Map.module.css'
import { DRAWN, drawnAt, drawnGraticule, drawnPath } from './projection.ts'

const LAND = drawnPath(land.geometry.coordinates)
const LINES = drawnGraticule(GRATICULE)

/** The land as a drawing that does not move, for browsers without WebGL and for small maps. Load it through `base-chunks.tsx` only. */
const DrawnBase = ({ onMoved }: BaseProps) => {
  const drawing = useRef<SVGSVGElement>(null)
  useEffect(() => {
    const element = drawing.current
    if (!element) return
    const measure = () => {
      const { width } = element.getBoundingClientRect()
      // Nothing has a place while the page hides what is still loading.
      if (width === 0) return
      const scale = width / DRAWN.width
      onMoved((position) => {
        const [x, y] = drawnAt(position)
        return [x * scale, y * scale]
      })
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [onMoved])
  return (
    <svg ref={drawing} className={classes.drawing} viewBox={`0 0 ${DRAWN.width} ${DRAWN.height}`} aria-hidden="true">
      <path className={classes.graticule} d={LINES} />
      <path className={classes.land} d={LAND} />
    </svg>
  )
}

export default DrawnBase
