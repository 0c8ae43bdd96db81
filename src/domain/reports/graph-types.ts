/** Charts of a report's group, as addresses name them. */
export const GRAPH_TYPES = ['latency', 'histogram', 'passfail', 'response', 'heatmap', 'map'] as const
export type GraphType = (typeof GRAPH_TYPES)[number]

/** Names of the charts on tabs. */
export const GRAPH_WORDS: Readonly<Record<GraphType, string>> = {
  latency: 'Latency',
  histogram: 'Histogram',
  passfail: 'Pass and fail',
  response: 'Response size',
  heatmap: 'Heatmap',
  map: 'Map',
}

/** Whether a text names a chart. */
export const isGraphType = (text: string): text is GraphType => GRAPH_TYPES.some((each) => each === text)
