import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useWorld } from '../core/use-world.ts'
import { useChartTheme } from '../kit/chart/use-chart-theme.ts'
import { hrefOf, type LinkTarget, useLinks } from '../parts/act/links.ts'
import { cellAt, drawHeatmap, drawTitle, geometryOf, leastWidth, placeOf, TITLE_PX } from './draw-heatmap.ts'
import classes from './HeatmapCanvas.module.css'
import { cellWords, type Heat, type HeatColumn, heatLimits } from './heatmap-cells.ts'

type HeatmapCanvasProps = {
  readonly heat: Heat
  readonly columns: readonly HeatColumn[]
  /** Text alternative: the finding as a sentence. */
  readonly finding: string
  readonly heightPx: number
  /** File name of a downloaded picture, without extension. */
  readonly fileName: string
  /** Two lines above a downloaded picture. */
  readonly picture: readonly [string, string]
  /** The results of a column; null where a list cannot show them. */
  readonly resultsOf: (column: HeatColumn) => LinkTarget | null
}

type Cell = readonly [column: number, row: number]

const STEPS: Readonly<Record<string, Cell>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most)

/** Heat map on a canvas. Pointing at a cell or walking to it with the arrow keys says what it has; a click or Enter opens its results. */
export const HeatmapCanvas = ({
  heat,
  columns,
  finding,
  heightPx,
  fileName,
  picture,
  resultsOf,
}: HeatmapCanvasProps) => {
  const world = useWorld()
  const links = useLinks()
  const theme = useChartTheme()
  const { buckets } = heat.meta
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [frameWidth, setFrameWidth] = useState(0)
  const [cursor, setCursor] = useState<Cell | null>(null)
  const width = Math.max(frameWidth, leastWidth(columns.length))
  const limits = useMemo(() => heatLimits(columns), [columns])
  const geometry = useMemo(
    () => geometryOf(columns.length, buckets.length, width, heightPx),
    [columns, buckets, width, heightPx],
  )
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const measure = () => setFrameWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // The newest columns are at the right.
  useEffect(() => {
    if (frame.current && width > frameWidth) frame.current.scrollLeft = width
  }, [width, frameWidth])
  const drawing = useMemo(
    () => ({ columns, buckets, limits, theme, ground: null, cursor }),
    [columns, buckets, limits, theme, cursor],
  )
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || frameWidth === 0) return
    const ratio = devicePixelRatio
    context.canvas.width = Math.round(width * ratio)
    context.canvas.height = Math.round(heightPx * ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    drawHeatmap(context, geometry, drawing)
  }, [geometry, drawing, width, heightPx, frameWidth])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        const isMeant = chart === null || chart === undefined || chart === 'heatmap'
        if (type !== 'DOWNLOAD' || format !== 'png' || !isMeant) return
        const sheet = document.createElement('canvas')
        sheet.width = 2 * width
        sheet.height = 2 * (heightPx + TITLE_PX)
        const context = sheet.getContext('2d')
        if (!context) return
        context.scale(2, 2)
        drawTitle(context, picture, { theme, width })
        context.translate(0, TITLE_PX)
        drawHeatmap(context, geometry, { ...drawing, ground: theme.surface, cursor: null })
        sheet.toBlob((blob) => {
          void blob?.arrayBuffer().then((bytes) => world.download(`${fileName}.png`, 'image/png', bytes))
        }, 'image/png')
      },
      [world, fileName, picture, width, heightPx, geometry, drawing, theme],
    ),
  )
  const open = (cell: Cell | null) => {
    const column = cell && columns[cell[0]]
    const results = column && column.count > 0 ? resultsOf(column) : null
    if (results) links.go(hrefOf(links, results))
  }
  const pointed = (event: PointerEvent): Cell | null => {
    const box = canvas.current?.getBoundingClientRect()
    const size = [columns.length, buckets.length] as const
    return box ? cellAt(geometry, size, [event.clientX - box.left, event.clientY - box.top]) : null
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // Elsewhere on the page, Enter opens the monitor.
      event.preventDefault()
      return open(cursor)
    }
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const busiest =
      columns.at(-1)?.counts.reduce((best, count, row, all) => (count > (all[best] ?? 0) ? row : best), 0) ?? 0
    const next: Cell = cursor
      ? [within(cursor[0] + step[0], columns.length - 1), within(cursor[1] + step[1], buckets.length - 1)]
      : [columns.length - 1, busiest]
    setCursor(next)
    // Keeps the cursor in view where the chart is wider than its card.
    const [x] = placeOf(geometry, buckets.length, next)
    const element = frame.current
    if (element && (x < element.scrollLeft + 80 || x > element.scrollLeft + element.clientWidth - 20))
      element.scrollLeft = x - element.clientWidth / 2
  }
  const column = cursor && columns[cursor[0]]
  const words = cursor && column ? cellWords(column, buckets[cursor[1]], column.counts[cursor[1]] ?? 0) : ''
  const isLink = column ? column.count > 0 && resultsOf(column) !== null : false
  return (
    <div className={classes.whole}>
      <p className={classes.words} aria-live="polite">
        {words === '' ? finding : words}
      </p>
      <div
        ref={frame}
        className={classes.frame}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its cells are walked with the arrow keys
        tabIndex={0}
        aria-label={`${finding} Arrow keys move from cell to cell, Enter opens the results.`}
        onKeyDown={keyed}
        onBlur={() => setCursor(null)}
      >
        <canvas
          ref={canvas}
          className={isLink ? classes.link : undefined}
          style={{ inlineSize: width, blockSize: heightPx }}
          onPointerMove={(event) => {
            if (event.pointerType !== 'mouse') return
            const cell = pointed(event)
            if (cell?.[0] !== cursor?.[0] || cell?.[1] !== cursor?.[1]) setCursor(cell)
          }}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setCursor(null)}
          onPointerUp={(event) => {
            const cell = pointed(event)
            // A finger has nothing to point with: its first touch says what a cell has, the second opens it.
            const isSaid = event.pointerType === 'mouse' || (cell?.[0] === cursor?.[0] && cell?.[1] === cursor?.[1])
            if (isSaid && event.button === 0) open(cell)
            else setCursor(cell)
          }}
        />
      </div>
    </div>
  )
}
