/** Charts of a report's group, as addresses name them. */
export const GRAPH_TYPES = ['latency', 'passfail'] as const
export type GraphType = (typeof GRAPH_TYPES)[number]

/** Names of the charts on tabs. */
export const GRAPH_WORDS: Readonly<Record<GraphType, string>> = { latency: 'Latency', passfail: 'Pass/fail' }

/** Whether a text names a chart. */
export const isGraphType = (text: string): text is GraphType => GRAPH_TYPES.some((each) => each === text)
