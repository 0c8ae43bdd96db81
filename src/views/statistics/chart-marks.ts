import type { Data, Layout } from 'plotly.js'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import type { ChartTheme } from '../kit/chart/chart-theme.ts'
import type { LinkTarget } from '../parts/act/links.ts'
import { formats } from '../parts/text/format.ts'
import type { DotGroup, ResultPoint } from './dot-groups.ts'

export type Annotation = AnswerOf<ProductContract['statistics.annotations']>['results'][number]

/** Kinds of annotations: their words, and the shapes that Plotly and the legend draw at the top of the chart. */
export const ANNOTATIONS = {
  change: { words: 'Monitor changed', symbol: 'diamond-open', glyph: '◇' },
  downtime: { words: 'Downtime', symbol: 'square-open', glyph: '□' },
  alert: { words: 'Alert', symbol: 'triangle-down-open', glyph: '▽' },
} as const satisfies Record<Annotation['kind'], object>

/** An instant by the reader's clock: Plotly knows no time zones. */
export const shownAt = (time: string): string => formats.wallClock(Date.parse(time))

/** The thing that an annotation is about: the audit of the monitor, the downtime, or the result that raised the alert. */
export const annotationTarget = (callId: string, { kind, id, result_id: resultId }: Annotation): LinkTarget => {
  if (kind === 'change') return { to: 'monitor-audit', params: { callId } }
  if (kind === 'downtime') return id === null ? { to: 'downtimes' } : { to: 'downtime', params: { downtimeId: id } }
  if (resultId !== null) return { to: 'result', params: { resultId } }
  return id === null ? { to: 'webhooks' } : { to: 'webhook', params: { webhookId: id } }
}

/** "Alert: On call, 21 Nov, 14:19 CET" */
export const annotationWords = ({ kind, text, time, end }: Annotation): string => {
  const until = end === null ? '' : ` to ${formats.minute(Date.parse(end))}`
  return `${ANNOTATIONS[kind].words}: ${text}, ${formats.minute(Date.parse(time))}${until}`
}

/** Vertical lines of annotations, and the bands of downtimes. */
export const annotationShapes = (annotations: readonly Annotation[], theme: ChartTheme): Layout['shapes'] =>
  annotations.map(({ kind, time, end }) => ({
    type: kind === 'downtime' ? ('rect' as const) : ('line' as const),
    xref: 'x' as const,
    yref: 'paper' as const,
    ...{ x0: shownAt(time), x1: shownAt(end ?? time), y0: 0, y1: 1 },
    layer: 'below' as const,
    ...(kind === 'downtime' && { fillcolor: theme.band }),
    line: { color: theme.limit, width: 1, dash: 'dot' as const },
  }))

/** Shapes at the top of the chart that name annotations and lead to them. */
export const annotationTrace = (
  annotations: readonly Annotation[],
  { theme, href }: { theme: ChartTheme; href: (annotation: Annotation) => string },
): Data => ({
  type: 'scatter',
  mode: 'markers',
  name: 'annotations',
  x: annotations.map(({ time }) => shownAt(time)),
  y: annotations.map(() => 1),
  yaxis: 'y2',
  customdata: annotations.map(href),
  text: annotations.map(annotationWords),
  marker: { symbol: annotations.map(({ kind }) => ANNOTATIONS[kind].symbol), size: 9, color: theme.limit },
  hovertemplate: '%{text}<extra></extra>',
  cliponaxis: false,
})

/** Single results of a group; each leads to its result. */
export const dotTrace = (
  { name, colour, symbol, points }: DotGroup,
  { href, words }: { href: (point: ResultPoint) => string; words: (point: ResultPoint) => string },
): Data => ({
  type: 'scatter',
  mode: 'markers',
  name,
  x: points.map(({ time }) => shownAt(time)),
  y: points.map(({ value }) => value),
  customdata: points.map(href),
  text: points.map(words),
  marker: { symbol, size: 5, color: colour, opacity: 0.75 },
  hovertemplate: '%{text}<extra></extra>',
})
