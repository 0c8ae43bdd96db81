import './plotly-styles.ts'
import 'plotly.js/dist/plotly.css'
import type { Config, Data, Layout } from 'plotly.js'
import Plotly from 'plotly.js/lib/core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import createPlotlyComponent from 'react-plotly.js/factory'
import { useScreenEvents } from '../../core/screen-machines.ts'
import classes from './Plot.module.css'
import { useChartTheme } from './use-chart-theme.ts'

const Figure = createPlotlyComponent(Plotly)

const CONFIG: Partial<Config> = { displayModeBar: false, showTips: false, doubleClick: 'reset' }

type PlotProps = {
  readonly data: readonly Data[]
  readonly layout: Partial<Layout>
  /** The finding, as a sentence: what somebody learns who does not see the lines. */
  readonly finding: string
  /** What a downloaded picture is called, without its ending. */
  readonly fileName: string
  readonly heightPx: number
  /** What commands call it: `latency`. */
  readonly name: string
  /** A mark was pressed; `link` is what it was given as `customdata`. */
  readonly onLink?: (link: string) => void
}

/** A drawing by Plotly in the house's theme. This file is the chart chunk: load it by `chart-chunk.ts` only. */
const Plot = ({ data, layout, finding, fileName, heightPx, name, onLink }: PlotProps) => {
  const { template } = useChartTheme()
  const graph = useRef<HTMLElement | null>(null)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type, format, chart }) => {
        const meant = chart === null || chart === undefined || chart === name
        if (type !== 'DOWNLOAD' || format !== 'png' || !meant || !graph.current) return
        const { clientWidth: width, clientHeight: height } = graph.current
        void Plotly.downloadImage(graph.current, { format: 'png', filename: fileName, width, height })
      },
      [fileName, name],
    ),
  )
  const frame = useRef<HTMLDivElement>(null)
  // Plotly follows the window alone; what holds a chart changes its width for other reasons too, such as a scroll bar that comes.
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
  const full = useMemo(
    () => ({ ...layout, template, height: heightPx, autosize: true, dragmode: false as const }),
    [layout, template, heightPx],
  )
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
          // It may have been drawn into a frame that was about to become narrower.
          Plotly.Plots.resize(element)
        }}
        onClick={({ points }) => {
          const link = points[0]?.customdata
          if (typeof link === 'string') onLink?.(link)
        }}
      />
    </div>
  )
}

export default Plot
