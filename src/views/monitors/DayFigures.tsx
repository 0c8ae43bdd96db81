import { useMemo } from 'react'
import { PassRate } from '../parts/chart/Figure.tsx'
import { Sparkline } from '../parts/chart/Sparkline.tsx'
import { formats } from '../parts/text/format.ts'
import { useLastDay } from './LastDaysOf.tsx'
import { sparkOf } from './last-day.ts'
import type { Monitor } from './monitor-list.ts'

type OfMonitor = { readonly monitor: Monitor }

/** The last 24 hours of a monitor, drawn. */
export const DaySparkline = ({ monitor }: OfMonitor) => {
  const day = useLastDay(monitor)
  const spark = useMemo(() => (day ? sparkOf(day, Date.now()) : null), [day])
  return <Sparkline values={spark?.values ?? []} failed={spark?.failed ?? []} />
}

/** The pass rate of the last 24 hours; as the list answered it until the row's own figures are read. */
export const DayPassRate = ({ monitor }: OfMonitor) => (
  <PassRate share={(useLastDay(monitor) ?? monitor).pass_rate_24h} />
)

/** The median latency of the last 24 hours, in milliseconds. */
export const DayMedian = ({ monitor }: OfMonitor) => formats.milliseconds((useLastDay(monitor) ?? monitor).median_24h)
