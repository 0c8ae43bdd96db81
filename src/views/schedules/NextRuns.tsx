import { useMemo } from 'react'
import { dueWords } from '../../domain/downtimes/downtime-words.ts'
import { readersZone } from '../downtimes/use-downtimes.ts'
import { Card } from '../parts/text/Card.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { draftedSchedule } from './drafted-schedule.ts'
import type { Schedule, ScheduleForm } from './schedule-form.ts'
import classes from './schedules.module.css'
import { useNextRun } from './use-next-run.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

const SHOWN = 10
const MINUTE_MS = 60_000

/** The first due times after a moment, in milliseconds, by a function that gives the next one. */
const firstRuns = (next: (afterMs: number) => number | null, fromMs: number): readonly number[] => {
  const times: number[] = []
  for (let at = next(fromMs); at !== null && times.length < SHOWN; at = next(at)) times.push(at)
  return times
}

type NextRunsProps = { readonly form: ScheduleForm; readonly stored: Schedule; readonly places: ScheduleLocations }

/** Beside a schedule's form: when its next runs would be due, outside of downtimes and within its business hours. */
export const NextRuns = ({ form, stored, places }: NextRunsProps) => {
  const next = useNextRun(draftedSchedule(form, stored), places, { evenOffline: true })
  const now = Number(useTicking((ms) => String(Math.floor(ms / MINUTE_MS)))) * MINUTE_MS
  const times = useMemo(() => firstRuns(next, now), [next, now])
  if (!form.enabled || times.length === 0) return null
  const zone = readersZone()
  return (
    <Card title="Next runs" sub="your time">
      <ol className={classes.runs} aria-label="Next runs">
        {times.map((at) => (
          <li key={at} className="num">
            {dueWords(at, zone, now)}
          </li>
        ))}
      </ol>
    </Card>
  )
}
