import { classNames } from '../text/class-names.ts'
import classes from './Sparkline.module.css'
import { sparkPath } from './spark-path.ts'

type SparklineProps = {
  /** Readings in order of time; null where there was none. */
  values: readonly (number | null)[]
  /** The places in `values` of runs that failed. */
  failed?: readonly number[]
  /** What the line shows, for whoever cannot see it; absent where the figures stand beside it. */
  label?: string
  wide?: boolean
}

const WIDTH = 92
const HEIGHT = 24
const SQUARE = 4

/** A small line without scales, with a square at each failed run. */
export const Sparkline = ({ values, failed = [], label, wide }: SparklineProps) => {
  const { path, points } = sparkPath(values, WIDTH, HEIGHT)
  return (
    <svg
      className={classNames(classes.spark, wide && classes.wide)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={path} />
      {failed.map((place) => {
        const point = points[place]
        return (
          point && <rect key={place} x={point.x - SQUARE / 2} y={point.y - SQUARE / 2} width={SQUARE} height={SQUARE} />
        )
      })}
    </svg>
  )
}
