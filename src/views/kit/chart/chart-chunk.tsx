import { Skeleton } from '../../parts/text/Loading.tsx'
import { lazyPart } from '../part/lazy-part.tsx'
import { PartNotice } from '../part/PartNotice.tsx'

const load = () => import('./Plot.tsx')

/** Plotly chart; its chunk is loaded with the first chart shown. */
export const Plot = lazyPart({
  load,
  arriving: ({ heightPx }) => <Skeleton height={heightPx} />,
  failed: (retry) => <PartNotice sentence="The chart did not load." retry={retry} />,
})

/** Preloads the chunk, on hover or when the browser is idle. */
export const preloadCharts = (): void => {
  // A failed preload is retried when a chart is shown, which then reports the failure.
  load().catch(() => {})
}
