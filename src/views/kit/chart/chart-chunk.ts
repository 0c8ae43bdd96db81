import { lazy } from 'react'

const load = () => import('./Plot.tsx')

/** A chart that Plotly draws; its chunk is loaded once for all charts, when the first is shown. */
export const Plot = lazy(load)

/** Loads the chunk before a chart is shown: when somebody is about to open one, or when the browser has nothing to do. */
export const preloadCharts = (): void => {
  // A chunk that does not come now is asked for again when a chart is shown, and it is then that its failure is told.
  load().catch(() => {})
}
