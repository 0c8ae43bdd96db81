import { Go } from '../parts/act/Go.tsx'
import { Named } from '../parts/text/Named.tsx'
import { everyWords } from './every-words.ts'
import { placesWords } from './Places.tsx'
import type { Schedule } from './schedule-form.ts'
import type { Places } from './use-places.ts'

/** A schedule's name, which leads to it, over how often and from how many places it runs. */
export const ScheduleName = ({ schedule, places }: { schedule: Schedule; places: Places }) => (
  <Named
    below={
      <span className="trunc">
        {everyWords(schedule.frequency)}
        {places.known && `, ${placesWords(places.of(schedule))}`}
      </span>
    }
  >
    <Go to="schedule" params={{ scheduleId: schedule.id }}>
      {schedule.name}
    </Go>
  </Named>
)
