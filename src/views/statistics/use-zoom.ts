import { useCallback } from 'react'
import { formatTime } from '../../domain/core/wire-time.ts'
import { markedWindow, momentOfText } from '../../domain/statistics/chart-ranges.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useLinks } from '../parts/act/links.ts'
import { browsersZone } from '../parts/form/time-zones.ts'
import { shownZone } from '../parts/text/time-zone.ts'
import type { ChartPeriod } from './chart-period.ts'

/**
 * Shows the range that was marked by dragging in a chart, whose axis has the reader's clock. The range before stays in the browser's
 * history.
 */
export const useZoom = ({ fromMs, toMs }: ChartPeriod): ((from: string, to: string) => void) => {
  const links = useLinks()
  const { name, params, search } = useCurrentRoute()
  return useCallback(
    (from, to) => {
      const zone = shownZone() ?? browsersZone()
      const [a, b] = [momentOfText(from, zone), momentOfText(to, zone)]
      if (a === null || b === null) return
      const marked = markedWindow(a, b, { from: fromMs, to: toMs })
      const ends = { range: 'custom', from: formatTime(marked.from), to: formatTime(marked.to) }
      links.go(links.href(name, params, { ...search, ...ends }))
    },
    [links, name, params, search, fromMs, toMs],
  )
}
