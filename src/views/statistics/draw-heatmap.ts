import { DAY_MS, HOUR_MS } from '../../domain/core/periods.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import { formats } from '../parts/text/format.ts'
import { type Heat, type HeatColumn, heatClass } from './heatmap-cells.ts'
import { fineLatency } from './histogram-figure.ts'
import { roundValues } from './value-axis.ts'

/** Room around the cells in px: latencies at the left, names of columns and the key below. */
const ROOM = { left: 62, right: 12, top: 8, below: 60 } as const
const LABEL_PX = 52
const SWATCH_PX = 14
const FONT_FAMILY = "'Inter Variable', system-ui, sans-serif"
const FONT = `11px ${FONT_FAMILY}`
/** Narrower columns could not be told apart, or pointed at. */
const LEAST_CELL_PX = 4

/** A chart's place on its canvas. */
export type Geometry = {
  readonly width: number
  readonly height: number
  readonly cellWidth: number
  readonly cellHeight: number
}

export type Drawing = {
  readonly columns: readonly HeatColumn[]
  readonly buckets: Heat['meta']['buckets']
  readonly limits: readonly number[]
  readonly theme: ChartTheme
  /** Background of a picture that stands alone; null on the page, whose card has one. */
  readonly ground: string | null
  /** Column and row under the cursor. */
  readonly cursor: readonly [column: number, row: number] | null
}

/** Width that a chart of so many columns needs at least. */
export const leastWidth = (columns: number): number => ROOM.left + ROOM.right + columns * LEAST_CELL_PX

export const geometryOf = (columns: number, rows: number, width: number, height: number): Geometry => ({
  width,
  height,
  cellWidth: (width - ROOM.left - ROOM.right) / Math.max(1, columns),
  cellHeight: (height - ROOM.top - ROOM.below) / Math.max(1, rows),
})

/** Column and row at a point of the canvas; null beside the cells. Row 0 is the lowest. */
export const cellAt = (
  { cellWidth, cellHeight }: Geometry,
  [columns, rows]: readonly [number, number],
  [x, y]: readonly [number, number],
): readonly [number, number] | null => {
  const column = Math.floor((x - ROOM.left) / cellWidth)
  const row = rows - 1 - Math.floor((y - ROOM.top) / cellHeight)
  return column >= 0 && column < columns && row >= 0 && row < rows ? [column, row] : null
}

/** Centre of a cell's upper edge, where its words are shown. */
export const placeOf = (
  { cellWidth, cellHeight }: Geometry,
  rows: number,
  [column, row]: readonly [number, number],
): readonly [x: number, y: number] => [ROOM.left + (column + 0.5) * cellWidth, ROOM.top + (rows - 1 - row) * cellHeight]

/** Draws a heat map with its axes and the key of its colours. */
export const drawHeatmap = (context: CanvasRenderingContext2D, geometry: Geometry, drawing: Drawing): void => {
  const { width, height, cellWidth, cellHeight } = geometry
  const { columns, buckets, limits, theme, ground, cursor } = drawing
  const colours = theme.template.layout?.colorscale?.sequential?.map(([, colour]) => colour) ?? []
  const ink = String(theme.template.layout?.xaxis?.tickfont?.color ?? '')
  const bottom = ROOM.top + buckets.length * cellHeight
  context.clearRect(0, 0, width, height)
  if (ground !== null) {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  }
  // Whole device pixels, so that neighbours leave no seams between them.
  const gap = cellWidth >= 8 ? 1 : 0
  for (const [column, { counts }] of columns.entries())
    for (const [row, count] of counts.entries()) {
      const [left, right] = [column, column + 1].map((at) => Math.round(ROOM.left + at * cellWidth))
      const [top, under] = [row + 1, row].map((at) => Math.round(bottom - at * cellHeight))
      context.fillStyle = colours[heatClass(count, limits)] ?? ''
      context.fillRect(left ?? 0, top ?? 0, (right ?? 0) - (left ?? 0) - gap, (under ?? 0) - (top ?? 0) - gap)
    }
  context.font = FONT
  context.fillStyle = ink
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const { y, words } of rowLabels(buckets, bottom, cellHeight)) context.fillText(words, ROOM.left - 8, y)
  context.textAlign = 'center'
  const fitting = Math.max(1, Math.ceil(LABEL_PX / cellWidth))
  const every = isHourly(columns) ? (HOURS.find((hours) => hours >= fitting) ?? fitting) : fitting
  // Days under hours begin where days do.
  const offset =
    every > 1
      ? Math.max(
          0,
          columns.findIndex(({ from }) => from !== null && from % DAY_MS === 0),
        ) % every
      : 0
  for (let column = offset; column < columns.length; column += every)
    context.fillText(columns[column]?.short ?? '', ROOM.left + (column + 0.5) * cellWidth, bottom + 14)
  drawKey(context, limits, { colours, ink, y: height - SWATCH_PX, width })
  if (cursor) {
    const [x, y] = placeOf(geometry, buckets.length, cursor)
    context.strokeStyle = ink
    context.lineWidth = 2
    context.strokeRect(x - cellWidth / 2, y, cellWidth, cellHeight)
  }
}

/** Steps of labels below hours, with which days begin at the same place. */
const HOURS = [1, 2, 3, 4, 6, 8, 12, 24, 48, 72]
const isHourly = ([first, second]: readonly HeatColumn[]): boolean =>
  first?.from === null || (second?.to != null && second.from !== null && second.to - second.from <= HOUR_MS)

/** Round latencies at their heights. Buckets have equal height on a logarithmic scale. */
const rowLabels = (buckets: Drawing['buckets'], bottom: number, cellHeight: number): { y: number; words: string }[] => {
  const zeros = buckets[0]?.to_ms === 0 ? 1 : 0
  const [first, last] = [buckets[zeros], buckets.at(-1)]
  const labels = zeros > 0 ? [{ y: bottom - cellHeight / 2, words: '0 ms' }] : []
  if (!first || !last) return labels
  const perRow = Math.log(first.to_ms / first.from_ms)
  const values = roundValues(first.from_ms, last.to_ms, 6)
  return [
    ...labels,
    ...values.map((ms) => ({
      y: bottom - (zeros + Math.log(ms / first.from_ms) / perRow) * cellHeight,
      words: fineLatency(ms),
    })),
  ]
}

const drawKey = (
  context: CanvasRenderingContext2D,
  limits: readonly number[],
  { colours, ink, y, width }: { colours: readonly string[]; ink: string; y: number; width: number },
): void => {
  context.textAlign = 'left'
  const swatches = limits.reduce(
    (sum, limit) => sum + 14 + SWATCH_PX + context.measureText(formats.count(limit)).width,
    0,
  )
  const long = 'Responses from'
  const isShort = ROOM.left + context.measureText(long).width + 10 + swatches > width
  let x: number = isShort ? 0 : ROOM.left
  const words = isShort ? 'From' : long
  context.fillStyle = ink
  context.fillText(words, x, y + SWATCH_PX / 2)
  x += context.measureText(words).width + 10
  for (const limit of limits) {
    context.fillStyle = colours[heatClass(limit, limits)] ?? ''
    context.fillRect(x, y, SWATCH_PX, SWATCH_PX)
    x += SWATCH_PX + 4
    context.fillStyle = ink
    const text = formats.count(limit)
    context.fillText(text, x, y + SWATCH_PX / 2)
    x += context.measureText(text).width + 10
  }
}

/** Room for the title of a picture, in px. */
export const TITLE_PX = 52

/** Two lines above a heat map: nothing around a downloaded picture says what it shows. */
export const drawTitle = (
  context: CanvasRenderingContext2D,
  [title, sub]: readonly [string, string],
  { theme, width }: { theme: Pick<ChartTheme, 'surface' | 'text'>; width: number },
): void => {
  context.fillStyle = theme.surface
  context.fillRect(0, 0, width, TITLE_PX)
  context.fillStyle = theme.text
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.font = `600 15px ${FONT_FAMILY}`
  context.fillText(title, 14, 18)
  context.font = FONT
  context.fillText(sub, 14, 38)
}
