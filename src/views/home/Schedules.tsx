import { useResource } from '../app/use-resource.ts'
import { Card } from '../parts/Card.tsx'
import { formats } from '../parts/format.ts'
import { Go } from '../parts/Go.tsx'
import { StatusShape } from '../parts/StatusShape.tsx'
import { Time } from '../parts/Time.tsx'
import classes from './HomeScreen.module.css'

/** When and from where monitors run, the next to run first. */
export const Schedules = () => {
  const { data } = useResource('schedule.list', {})
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
        {schedules.slice(0, 4).map(({ id, name, enabled, frequency, targets, locations, regions, next_run }) => (
          <li key={id}>
            <StatusShape category={enabled && next_run !== null ? 'QUEUED' : 'SKIPPED'} />
            <Go to="schedule" params={{ scheduleId: id }} className="strong trunc">
              {name}
            </Go>
            {next_run !== null && <Time at={nextAfter(Date.now(), Date.parse(next_run), frequency * 1000)} />}
            <p className="trunc">
              {[
                enabled ? `Every ${formats.span(frequency * 1000)}` : 'Paused',
                counted(targets.length, 'monitor'),
                counted(locations.length + regions.length, 'location'),
              ].join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The schedule goes on without drifting while its list is not read again: the next run is whole periods after the one that is known. */
const nextAfter = (now: number, due: number, periodMs: number): number =>
  due >= now ? due : due + Math.ceil((now - due) / periodMs) * periodMs

const dueOf = (time: string | null): number => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time))
const counted = (count: number, what: string): string => `${formats.count(count)} ${what}${count === 1 ? '' : 's'}`
