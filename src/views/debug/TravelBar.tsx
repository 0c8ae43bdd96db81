import { wordsOf } from '../../../machines/chart/transitions.ts'
import { Act } from '../parts/act/Act.tsx'
import { formats } from '../parts/text/format.ts'
import { Notice } from '../parts/text/Notice.tsx'
import type { RecordedStep, Recording } from './recorded.ts'
import type { Selection } from './selection.ts'
import classes from './TravelBar.module.css'

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** Time of an event to the millisecond, in the zone of the browser. */
export const clockTime = (time: number): string => clock.format(time)

/** An event in short words: `read done`, `init`. */
export const eventWords = ({ event }: RecordedStep): string => wordsOf(event.type).replace('xstate.', '')

type TravelBarProps = { recording: Recording; selection: Selection; name: string }

/** Tells whether the screen shows machines as they are or as they were, and leads from one to the other. */
export const TravelBar = ({ recording, selection: { step, missing }, name }: TravelBarProps) => (
  <div className={classes.bar} role="status">
    {missing !== null && (
      <Notice
        kind="info"
        title="The event in the address is not in this recording."
        actions={<Act command="debug.live" size="small" />}
      >
        {missing === 'let go'
          ? 'It was let go to save memory, or its machine ended long ago. The screen shows the machine as it is now.'
          : 'A recording ends when the page is closed or loaded again. The screen shows the machine as it is now.'}
      </Notice>
    )}
    {step && (
      <Notice
        kind="warning"
        title={`Looking back at event ${formats.count(step.number)} of ${formats.count(recording.count)}: ${eventWords(step)} of ${name}, ${clockTime(step.time)}`}
        actions={
          <span className={classes.acts}>
            <Act command="debug.older" size="small" icon="down" label="Older" hint />
            <Act command="debug.newer" size="small" icon="up" label="Newer" hint />
            <Act command="debug.copy-path" size="small" icon="copy" />
            <Act command="debug.live" size="small" icon="play" hint />
          </span>
        }
      >
        State, context and changes are shown as they were then. The app keeps running; looking back changes nothing in
        it.
      </Notice>
    )}
  </div>
)
