import type { ReactNode } from 'react'
import type { Status } from './category.ts'
import { failDrawing, ShapeFrame } from './FailShape.tsx'
import classes from './StatusShape.module.css'

const drawings: Readonly<Record<Status, ReactNode>> = {
  PASS: (
    <>
      <circle className={classes.solid} cx="8" cy="8" r="7" />
      <path className={classes.glyph} d="M4.8 8.3l2.2 2.2 4.3-4.7" />
    </>
  ),
  SLOW: (
    <>
      <circle className={classes.ring} cx="8" cy="8" r="6" strokeWidth="2" />
      <path className={classes.ring} d="M8 4.6V8l2.4 1.6" strokeWidth="1.8" />
    </>
  ),
  WARNING: (
    <>
      <path className={classes.triangle} d="M8 1.2 15.4 14.2H.6z" />
      <path className={classes.glyph} d="M8 5.8v4M8 12.1h0" />
    </>
  ),
  FAIL: failDrawing,
  QUEUED: (
    <>
      <circle className={classes.ring} cx="8" cy="8" r="6" strokeWidth="2" strokeDasharray="2.6 2.1" />
      <circle className={classes.solid} cx="8" cy="8" r="1.8" />
    </>
  ),
  SKIPPED: (
    <>
      <circle className={classes.ring} cx="8" cy="8" r="6.2" strokeWidth="1.6" />
      <path className={classes.ring} d="M4 12 12 4" strokeWidth="1.6" />
    </>
  ),
  NO_DATA: (
    <>
      <rect
        className={classes.ring}
        x="1.9"
        y="1.9"
        width="12.2"
        height="12.2"
        rx="2"
        strokeWidth="1.8"
        strokeDasharray="3 2.1"
      />
      <path className={classes.ring} d="M5.4 8h5.2" strokeWidth="1.8" />
    </>
  ),
}

/** Shape of a result category, distinguishable without colour. Put a word next to it or give `label`. */
export const StatusShape = ({
  category,
  ...frame
}: {
  category: Status
  label?: string
  className?: string | undefined
}) => (
  <ShapeFrame category={category} {...frame}>
    {drawings[category]}
  </ShapeFrame>
)
