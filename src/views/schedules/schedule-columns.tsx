import { DowntimeBadge } from '../downtimes/DowntimeBadge.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { tip } from '../parts/overlay/tip.ts'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { missedSentence } from './missed-words.ts'
import { NextRun } from './NextRun.tsx'
import { retryBadge, retrySentence } from './retry-words.ts'
import { ScheduleLocations } from './ScheduleLocations.tsx'
import { ScheduleName } from './ScheduleName.tsx'
import type { Schedule } from './schedule-form.ts'
import classes from './schedules.module.css'
import { TARGET_KINDS, targetCountsText } from './target-words.ts'
import type { ScheduleLocations as LocationsValue } from './use-schedule-locations.ts'

/** Runs that did not happen, with the reasons. */
const Missed = ({ schedule: { missed, overlapped } }: { schedule: Schedule }) => (
  <>
    <span className={missed + overlapped > 0 ? 'bad' : 'muted'} {...tip(missedSentence({ missed, overlapped }))}>
      {formats.count(missed + overlapped)}
    </span>
    {missed > 0 && <small className={classes.missed}>away, or daily limit</small>}
    {overlapped > 0 && <small className={classes.missed}>previous run still running</small>}
  </>
)

const Retries = ({ schedule }: { schedule: Schedule }) => {
  const badge = retryBadge(schedule)
  return badge === null ? (
    <span className="muted">Never</span>
  ) : (
    <span className={classes.chip} {...tip(retrySentence(schedule))}>
      {badge}
    </span>
  )
}

/** The number of targets of each kind. */
const TargetCounts = ({ schedule: { id, target_counts: counts } }: { schedule: Schedule }) => {
  const text = targetCountsText(counts)
  if (text === '') return <span className="muted">None</span>
  return (
    <Go to="schedule-targets" params={{ scheduleId: id }} kind="text">
      <span className={classes.counts} {...tip(text)}>
        {TARGET_KINDS.filter(({ kind }) => counts[kind] > 0).map(({ kind, icon }) => (
          <span key={kind} className={classes.count} aria-hidden="true">
            <Icon name={icon} />
            {formats.count(counts[kind])}
          </span>
        ))}
        <span className="sr">{text}</span>
      </span>
    </Go>
  )
}

/** Columns of the list of schedules. */
export const scheduleColumns = (places: LocationsValue): readonly Column<Schedule>[] => [
  {
    id: 'enabled',
    head: 'On',
    slim: true,
    cell: ({ id, name, enabled }) => (
      <span className={classes.switch}>
        <Switch
          label={`“${name}” is on`}
          checked={enabled}
          acting={{ command: enabled ? 'schedule.pause' : 'schedule.resume', args: { schedule: id } }}
        />
      </span>
    ),
  },
  {
    id: 'name',
    head: 'Schedule',
    names: true,
    grows: true,
    cell: (schedule) => <ScheduleName schedule={schedule} places={places} />,
  },
  {
    id: 'where',
    head: 'Where',
    hide: 't',
    cell: (schedule) => <ScheduleLocations schedule={schedule} places={places} />,
  },
  {
    id: 'targets',
    head: 'Targets',
    align: 'end',
    hide: 's',
    cell: (schedule) => <TargetCounts schedule={schedule} />,
  },
  {
    id: 'next',
    head: 'Next run',
    align: 'end',
    cell: (schedule) => (
      <>
        <NextRun schedule={schedule} places={places} />
        <DowntimeBadge scheduleId={schedule.id} />
      </>
    ),
  },
  { id: 'missed', head: 'Missed', align: 'end', hide: 'm', cell: (schedule) => <Missed schedule={schedule} /> },
  { id: 'retries', head: 'Retries', hide: 'm', cell: (schedule) => <Retries schedule={schedule} /> },
]
