import { everyWords } from '../../domain/schedules/every-words.ts'
import { useResource } from '../core/use-resource.ts'
import { OrDowntime } from '../downtimes/DowntimeBadge.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import { NeverRunsBadge } from '../schedules/NeverRunsBadge.tsx'
import { NextRun } from '../schedules/NextRun.tsx'
import { locationCountText } from '../schedules/ScheduleLocations.tsx'
import { targetCountsText } from '../schedules/target-words.ts'
import { useScheduleLocations } from '../schedules/use-schedule-locations.ts'
import classes from './HomeScreen.module.css'

/** Schedules, sorted by next run. */
export const Schedules = () => {
  const { data } = useResource('schedule.list', {})
  const places = useScheduleLocations()
  const schedules = (data?.data ?? []).toSorted((a, b) => dueOf(a.next_run) - dueOf(b.next_run))
  if (schedules.length === 0) return null
  return (
    <Card
      title="Schedules"
      sub={`${schedules.filter(({ enabled }) => enabled).length} of ${schedules.length} on`}
      flush
      actions={
        <Go to="schedules" kind="ghost" size="small">
          All schedules
        </Go>
      }
    >
      <ul className={classes.list}>
        {schedules.slice(0, 4).map((schedule) => (
          <li key={schedule.id}>
            <StatusShape category={schedule.enabled && schedule.next_run !== null ? 'QUEUED' : 'SKIPPED'} />
            <Go to="schedule" params={{ scheduleId: schedule.id }} className="strong trunc">
              {schedule.name}
            </Go>
            <span className={classes.when}>
              <OrDowntime scheduleIds={schedule.enabled ? [schedule.id] : []}>
                {schedule.never_runs.length > 0 ? (
                  <NeverRunsBadge schedule={schedule} look="plain" />
                ) : (
                  <NextRun schedule={schedule} places={places} />
                )}
              </OrDowntime>
            </span>
            <p className="trunc">
              {[
                everyWords(schedule.frequency),
                targetCountsText(schedule.target_counts) || 'No targets',
                ...(places.known ? [locationCountText(places.of(schedule))] : []),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const dueOf = (time: string | null): number => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time))
