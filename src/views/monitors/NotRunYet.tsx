import { useMemo } from 'react'
import { useResource } from '../core/use-resource.ts'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import { countdownNow, useTicking } from '../parts/text/ticker.ts'
import { useNextRunOf } from '../schedules/use-next-run.ts'
import { useScheduleLocations } from '../schedules/use-schedule-locations.ts'
import type { Monitor } from './monitor-list.ts'

/** A monitor without results: when its first run is due, or how it gets one where no schedule runs it. */
export const NotRunYet = ({ monitor: { id, schedule_ids } }: { monitor: Monitor }) => {
  const { data } = useResource('schedule.list', {})
  const places = useScheduleLocations()
  const own = useMemo(
    () => (data?.data ?? []).filter((schedule) => schedule_ids.includes(schedule.id)),
    [data, schedule_ids],
  )
  const next = useNextRunOf(id, own, places)
  const isKnown = schedule_ids.length === 0 || (data !== undefined && places.known)
  const text = useTicking((clock) => {
    const now = countdownNow(clock)
    const at = next(now)
    if (!isKnown) return ''
    if (at === null) return 'Run it now to see the response, or add it to a schedule.'
    return `The first run is ${at - now < 1000 ? 'now' : formats.ago(at, now)}.`
  })
  return (
    <Notice kind="info" title="Not run yet.">
      {text}
    </Notice>
  )
}
