import { startsLate } from '../../domain/statistics/schedule-lag.ts'
import { useFollowed } from '../core/use-followed.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { lagWords } from './lag-words.ts'

type ScheduleLagProps = {
  readonly callId: string
  readonly period: { readonly start: string; readonly end: string }
  /** Id of the monitor's newest result: the figures follow it. */
  readonly newest: string | undefined
}

/** Lateness of a monitor's scheduled runs, with a warning if they start late; nothing while there are none. */
export const ScheduleLag = ({ callId, period: { start, end }, newest }: ScheduleLagProps) => {
  const { data, refetch } = useResource('statistics.lag', { params: { id: callId }, query: { start, end } })
  useFollowed(newest, refetch)
  const all = data?.all
  if (!all || all.count === 0) return null
  const chart = (
    <Go to="monitor-latency" params={{ callId }} search={{ metric: 'lag' }} kind="text">
      Schedule lag
    </Go>
  )
  if (startsLate(all))
    return (
      <Notice kind="warning" title="Scheduled runs start late.">
        {`${lagWords(all)} The agents of its locations are busy, or too few. `}
        {chart}
      </Notice>
    )
  return (
    <p className="muted small">
      {`${lagWords(all)} `}
      {chart}
    </p>
  )
}
