import { everyWords } from '../../domain/schedules/every-words.ts'
import { Go } from '../parts/act/Go.tsx'
import { Named } from '../parts/text/Named.tsx'
import { NeverRunsBadge } from './NeverRunsBadge.tsx'
import { locationCountText } from './ScheduleLocations.tsx'
import type { Schedule } from './schedule-form.ts'
import type { ScheduleLocations } from './use-schedule-locations.ts'

/** A schedule's name, which leads to it, over how often and from how many locations it runs, or why it never does. */
export const ScheduleName = ({ schedule, places }: { schedule: Schedule; places: ScheduleLocations }) => (
  <Named
    below={
      <>
        <NeverRunsBadge schedule={schedule} look="plain" />
        <span className="trunc">
          {everyWords(schedule.frequency)}
          {places.known && `, ${locationCountText(places.of(schedule))}`}
        </span>
      </>
    }
  >
    <Go to="schedule" params={{ scheduleId: schedule.id }}>
      {schedule.name}
    </Go>
  </Named>
)
