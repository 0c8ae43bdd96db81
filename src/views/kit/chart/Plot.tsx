import './plotly-styles.ts'
import type { Config, Data, Layout } from 'plotly.js'
import Plotly from 'plotly.js'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import createPlotlyComponent from 'react-plotly.js/factory'
import { useScreenEvents } from '../../core/screen-machines.ts'
import classes from './Plot.module.css'
import { useChartTheme } from './use-chart-theme.ts'

const Figure = createPlotlyComponent(Plotly)

const CONFIG: Partial<Config> = { displayModeBar: false, showTips: false, doubleClick: false }

/** Width of a chart on paper, in px: A4 and Letter have room for it. */
const PAPER_PX = 660

type PlotProps = {
  readonly data: readonly Data[]
  readonly layout: Partial<Layout>
  /** Text alternative: the finding as a sentence. */
  readonly finding: string
  /** File name of a downloaded picture, without extension. */
  readonly fileName: string
  readonly heightPx: number
  /** Two lines above a downloaded picture. */
  readonly picture: readonly [string, string]
  /** Name used by commands, such as `latency`. */
  readonly name: string
  /** Called when a mark is clicked; `link` is its `customdata`. */
  readonly onLink?: ((link: string) => void) | undefined
  /** Called when a part of the time axis was marked by dragging; both ends as the axis has them. */
  readonly onRange?: ((from: string, to: string) => void) | undefined
}

/** Ends of a dragged range, as far as the event names them. */
const draggedOf = (event: object): readonly [string, string] | null => {
  const { 'xaxis.range[0]': from, 'xaxis.range[1]': to } = event as Readonly<Record<string, unknown>>
  return from === undefined || to === undefined ? null : [String(from), String(to)]
}

/** Room for the title of a picture, in px. */
const TITLE_PX = 52

/** A figure with its title above it, as a picture has it: nothing around it says what it shows. */
const titled = (
  { data, layout }: { readonly data: readonly Data[]; readonly layout: Partial<Layout> },
  [title, sub]: readonly [string, string],
) => ({
  data: [...data],
  layout: {
    ...layout,
    height: (layout.height ?? 0) + TITLE_PX,
    title: {
      text: title,
      subtitle: { text: sub, font: { size: 12 } },
      font: { size: 15 },
      ...{ x: 0, xref: 'container' as const, xanchor: 'left' as const },
      ...{ y: 1, yref: 'container' as const, yanchor: 'top' as const },
      pad: { l: 14, t: 14 },
    },
    margin: { ...layout.margin, t: (layout.margin?.t ?? 0) + TITLE_PX },
  },
})

/** Fingers scroll the page instead of marking a range. */
const isCoarse = (): boolean => matchMedia('(pointer: coarse)').matches

/** Plotly chart in the app's theme. This file is the chart chunk: load it through `chart-chunk.tsx` only. */
const Plot = ({ data, layout, finding, fileName, heightPx, name, picture, onLink, onRange }: PlotProps) => {
  const { template } = useChartTheme()
  const graph = useRef<HTMLElement | null>(null)
  const isZoomed = onRange !== undefined && !isCoarse()
  const full = useMemo(
    () => ({
      ...layout,
      template,
      height: heightPx,
      autosize: true,
      dragmode: isZoomed ? ('zoom' as const) : (false as const),
      ...(isZoomed && { xaxis: { ...layout.xaxis, fixedrange: false } }),
    }),
    [layout, template, heightPx, isZoomed],
  )
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        const meant = chart === null || chart === undefined || chart === name
        if (type !== 'DOWNLOAD' || format !== 'png' || !meant || !graph.current) return
        const { clientWidth: width, clientHeight } = graph.current
        const height = clientHeight + TITLE_PX
        void Plotly.downloadImage(titled({ data, layout: full }, picture), {
          ...{ format: 'png', filename: fileName, width, height },
        })
      },
      [fileName, name, data, full, picture],
    ),
  )
  const frame = useRef<HTMLDivElement>(null)
  // Plotly follows only window resizes; a container's width also changes for other reasons, such as an appearing scroll bar.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    let width = element.clientWidth
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width || !graph.current) return
      width = element.clientWidth
      Plotly.Plots.resize(graph.current)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Paper has a width of its own, and nothing else tells Plotly of it.
  useEffect(() => {
    const onPaper = () => graph.current && void Plotly.relayout(graph.current, { width: PAPER_PX, autosize: false })
    const onScreen = () => graph.current && void Plotly.relayout(graph.current, { autosize: true })
    addEventListener('beforeprint', onPaper)
    addEventListener('afterprint', onScreen)
    return () => {
      removeEventListener('beforeprint', onPaper)
      removeEventListener('afterprint', onScreen)
    }
  }, [])
  return (
    <div ref={frame} className={classes.plot} role="img" aria-label={finding}>
      <Figure
        data={[...data]}
        layout={full}
        config={CONFIG}
        className={classes.figure ?? ''}
        style={{ blockSize: heightPx }}
        onInitialized={(_, element) => {
          graph.current = element
          // The container may have become narrower since the chart was drawn.
          Plotly.Plots.resize(element)
        }}
        onClick={({ points }) => {
          const link = points[0]?.customdata
          if (typeof link === 'string') onLink?.(link)
        }}
        onRelayout={(event) => {
          const dragged = draggedOf(event)
          if (dragged) onRange?.(...dragged)
        }}
      />
    </div>
  )
}

export default Plot
