import { useMemo } from 'react'
import { coverageOf } from '../../domain/downtimes/coverage.ts'
import { ALL_SCHEDULES, downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import type { Window } from '../../domain/downtimes/downtime-windows.ts'
import { momentWords, readsAlike, windowWords } from '../../domain/downtimes/downtime-words.ts'
import { useResource } from '../core/use-resource.ts'
import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { repeatWords } from './downtime-form.ts'
import { type DowntimeRow, readersZone } from './use-downtimes.ts'

/** Text about the window that holds or comes next, as the clock moves on; null where the last is over. */
export const useNextWindow = (
  { schedule }: DowntimeRow,
  words: (next: Window | null, now: number) => string,
): string => {
  const coverage = useMemo(() => coverageOf([downtimeOf(schedule)]), [schedule])
  return useTicking((now) => words(coverage.next(now), now))
}

const statusOf = (next: Window | null, now: number): string =>
  next === null ? 'Past' : next.startMs <= now ? 'Active' : 'Upcoming'

/** Whether a downtime holds, is to come, or is over. */
export const StatusBadge = ({ row, look }: { row: DowntimeRow; look?: 'soft' }) => {
  const status = useNextWindow(row, statusOf)
  if (status === 'Past') return <span className="muted">{status}</span>
  return <Badge category={status === 'Active' ? 'SKIPPED' : 'QUEUED'} word={status} look={look} />
}

/** The schedule that a downtime is of. */
const ForSchedule = ({ id }: { id: string }) => {
  const { data } = useResource('schedule.list', {})
  if (id === ALL_SCHEDULES) return 'All schedules'
  return (
    <Go to="schedule-downtimes" params={{ scheduleId: id }} kind="text" className="trunc">
      {data?.data.find((schedule) => schedule.id === id)?.name ?? id}
    </Go>
  )
}

/** The first window on the wall of the downtime's time zone, and of the reader's where that shows another time. */
const FirstWindow = ({ schedule }: DowntimeRow) => {
  const { startMs, endMs, timeZone } = downtimeOf(schedule)
  const zone = readersZone()
  const words = (at: string) => windowWords({ startMs, endMs }, at, Date.now())
  return (
    <span className="num">
      {words(timeZone)}
      {!readsAlike(startMs, timeZone, zone) && <small>{`${words(zone)}, your time`}</small>}
    </span>
  )
}

/** "Now" or when the next window begins, by the reader's clock, over how long it holds. */
const NextWindow = ({ row }: { row: DowntimeRow }) => {
  const begins = useNextWindow(row, (next, now) => {
    if (next === null) return ''
    return next.startMs <= now ? 'Now' : momentWords(next.startMs, readersZone(), now)
  })
  const holds = useNextWindow(row, (next, now) => {
    if (next === null) return ''
    const isActive = next.startMs <= now
    return isActive ? `until ${momentWords(next.endMs, readersZone(), now)}` : `for ${formats.span(lengthOf(next))}`
  })
  if (begins === '') return <span className="muted">—</span>
  return (
    <span className="num">
      {begins}
      <small>{holds}</small>
    </span>
  )
}

const lengthOf = ({ startMs, endMs }: Window): number => endMs - startMs

/** Columns of the list of downtimes. */
export const downtimeColumns: readonly Column<DowntimeRow>[] = [
  { id: 'status', head: 'Status', slim: true, cell: (row) => <StatusBadge row={row} /> },
  {
    id: 'name',
    head: 'Downtime',
    names: true,
    grows: true,
    cell: ({ id, meta }) => (
      <Named below={<ForSchedule id={meta.schedule_id} />}>
        <Go to="downtime" params={{ downtimeId: id }}>
          {meta.name}
        </Go>
      </Named>
    ),
  },
  { id: 'window', head: 'First window', hide: 'm', cell: (row) => <FirstWindow {...row} /> },
  {
    id: 'repeat',
    head: 'Repeats',
    hide: 't',
    cell: ({ schedule }) => (
      <span className={schedule.repeated ? undefined : 'muted'}>{repeatWords(schedule.repeat_days)}</span>
    ),
  },
  { id: 'next', head: 'Next window', align: 'end', cell: (row) => <NextWindow row={row} /> },
]
