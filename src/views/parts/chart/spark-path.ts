export type SparkPoint = { readonly x: number; readonly y: number }

const TOP_INSET = 3

/**
 * SVG path of readings in a frame of `width` by `height` with 3 px above the maximum, and the position of each reading.
 * Null leaves a gap. The scale starts at 0 unless all readings are close together.
 */
export const sparkPath = (values: readonly (number | null)[], width: number, height: number) => {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value))
  const highest = known.length > 0 ? Math.max(...known) : 0
  const lowest = known.length > 0 ? Math.min(...known) : 0
  const floor = highest > 0 && lowest / highest > 0.5 ? lowest - (highest - lowest) * 0.4 : Math.min(0, lowest)
  const span = highest - floor || 1
  const round = (value: number): number => Math.round(value * 10) / 10
  const points = values.map((value, index): SparkPoint | null =>
    value === null || !Number.isFinite(value)
      ? null
      : {
          x: round(values.length > 1 ? (index / (values.length - 1)) * width : width / 2),
          y: round(TOP_INSET + (1 - (value - floor) / span) * (height - 2 * TOP_INSET)),
        },
  )
  const path = points
    .map((point, index) => (point === null ? '' : `${points[index - 1] ? 'L' : 'M'}${point.x} ${point.y}`))
    .join('')
  return { path, points }
}
