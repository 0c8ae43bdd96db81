import { lazy } from 'react'

const load = () => import('./Plot.tsx')

/** Plotly chart; its chunk is loaded with the first chart shown. */
export const Plot = lazy(load)

/** Preloads the chunk, on hover or when the browser is idle. */
export const preloadCharts = (): void => {
  // A failed preload is retried when a chart is shown, which then reports the failure.
  load().catch(() => {})
}
