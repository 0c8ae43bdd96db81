import type { Template } from 'plotly.js'
import type { Step } from '../../parts/chart/block-steps.ts'

declare module 'plotly.js' {
  interface Layout {
    /** Missing in the published types. */
    colorscale: { sequential: [position: number, colour: string][] }
  }
}

// Plotly does not resolve CSS variables: each is painted once and read back as a colour.
const reader = (): ((token: string) => string) => {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  queueMicrotask(() => probe.remove())
  return (token) => {
    probe.style.color = `var(--${token})`
    const computed = getComputedStyle(probe).color
    if (!context) return computed
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = computed
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
    return `rgba(${red},${green},${blue},${Number((alpha / 255).toFixed(3))})`
  }
}

const SERIES = [1, 2, 3, 4, 5, 6, 7, 8]
const HEAT = [0, 1, 2, 3, 4, 5, 6, 7]
const FONT = "'Inter Variable', system-ui, sans-serif"

/** Dash patterns by position, so that lines differ not by colour alone. */
export const DASHES = ['solid', '6px 3px', '2px 3px', '8px 3px 2px 3px'] as const

export type ChartTheme = {
  readonly template: Template
  readonly series: readonly string[]
  readonly fail: string
  /** Results of each category. */
  readonly categories: { readonly PASS: string; readonly SLOW: string; readonly WARNING: string; readonly FAIL: string }
  readonly band: string
  /** Lines that mark a limit. */
  readonly limit: string
  readonly surface: string
  /** Land on a map, its coast, and the lines of latitude and longitude. */
  readonly land: string
  readonly coast: string
  readonly grid: string
  readonly text: string
  /** Blocks of pass rates, the cross of bad ones and the edge of half filled ones. */
  readonly blocks: Readonly<Record<Step | 'mark' | 'edge', string>>
}

/** Current page theme in Plotly's terms. */
export const chartTheme = (): ChartTheme => {
  const colour = reader()
  const axis = {
    gridcolor: colour('chart-grid'),
    linecolor: colour('line-2'),
    tickcolor: colour('line-2'),
    zeroline: false,
    ticklen: 5,
    tickfont: { size: 11, color: colour('chart-axis') },
    automargin: true,
  }
  const series = SERIES.map((number) => colour(`series-${number}`))
  const template: Template = {
    layout: {
      font: { family: FONT, size: 12, color: colour('fg-2') },
      paper_bgcolor: 'rgba(0,0,0,0)',
      plot_bgcolor: 'rgba(0,0,0,0)',
      colorway: series,
      colorscale: { sequential: HEAT.map((step): [number, string] => [step / 7, colour(`heat-${step}`)]) },
      xaxis: {
        ...axis,
        showgrid: false,
        ticks: 'outside',
        spikecolor: colour('line-control'),
        spikethickness: 1,
        spikedash: 'solid',
        spikemode: 'across',
      },
      yaxis: { ...axis, showline: false, rangemode: 'tozero', separatethousands: true },
      hovermode: 'x unified',
      hoverlabel: {
        bgcolor: colour('bg-raised'),
        bordercolor: colour('line-2'),
        font: { size: 12, color: colour('fg'), family: FONT },
        align: 'left',
      },
      margin: { l: 44, r: 56, t: 8, b: 32 },
      showlegend: false,
    },
  }
  return {
    template,
    series,
    fail: colour('fail'),
    categories: { PASS: colour('pass'), SLOW: colour('slow'), WARNING: colour('warning'), FAIL: colour('fail') },
    band: colour('chart-band'),
    limit: colour('chart-axis'),
    surface: colour('bg-surface'),
    land: colour('bg-press'),
    coast: colour('map-land'),
    grid: colour('chart-grid'),
    text: colour('fg-2'),
    blocks: {
      full: colour('block-full'),
      most: colour('block-most'),
      some: colour('block-some'),
      bad: colour('block-bad'),
      none: colour('block-none'),
      mark: colour('fg-on-status'),
      edge: colour('warning'),
    },
  }
}
