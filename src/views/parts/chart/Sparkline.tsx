import { classNames } from '../text/class-names.ts'
import classes from './Sparkline.module.css'
import { sparkPath } from './spark-path.ts'

type SparklineProps = {
  /** Readings in time order; null leaves a gap. */
  values: readonly (number | null)[]
  /** Indexes in `values` of failed runs. */
  failed?: readonly number[]
  /** Text alternative; absent if the figures are shown next to it. */
  label?: string
  wide?: boolean
}

/** A line between two readings would look like a trend. */
const LEAST_READINGS = 3
const WIDTH = 92
const HEIGHT = 24
const SQUARE = 4

/** Small line chart without axes, with a square at each failed run. Fewer than three readings are points without a line. */
export const Sparkline = ({ values, failed = [], label, wide }: SparklineProps) => {
  const { path, points } = sparkPath(values, WIDTH, HEIGHT)
  const isLine = values.filter((value) => value !== null).length >= LEAST_READINGS
  return (
    <svg
      className={classNames(classes.spark, wide && classes.wide)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {isLine ? (
        <path d={path} />
      ) : (
        <path className={classes.points} d={points.map((point) => point && `M${point.x} ${point.y}h0`).join('')} />
      )}
      {failed.map((place) => {
        const point = points[place]
        return (
          point && <rect key={place} x={point.x - SQUARE / 2} y={point.y - SQUARE / 2} width={SQUARE} height={SQUARE} />
        )
      })}
    </svg>
  )
}
