import { useMemo } from 'react'
import { downtimeOf } from '../../domain/downtimes/downtime-rules.ts'
import { type Downtime, type Window, windowFrom } from '../../domain/downtimes/downtime-windows.ts'
import { downtimeWords, readsAlike, windowWords } from '../../domain/downtimes/downtime-words.ts'
import { clockNotes, putOffNote } from '../../domain/downtimes/local-times.ts'
import { Card } from '../parts/text/Card.tsx'
import { useTicking } from '../parts/text/ticker.ts'
import { localOf, type TypedTimes, timesOf } from './downtime-form.ts'
import classes from './downtimes.module.css'
import { readersZone } from './use-downtimes.ts'

const SHOWN = 3
const MINUTE_MS = 60_000

/** The window that holds at a moment and those after it. */
const nextWindows = (downtime: Downtime, fromMs: number): readonly Window[] => {
  const windows: Window[] = []
  for (let at = fromMs; windows.length < SHOWN; ) {
    const window = windowFrom(downtime, at)
    if (!window) break
    windows.push(window)
    at = window.endMs
  }
  return windows
}

type WindowItemProps = {
  readonly window: Window
  readonly notes: readonly string[]
  readonly timeZone: string
  readonly now: number
}

const WindowItem = ({ window, notes, timeZone, now }: WindowItemProps) => {
  const zone = readersZone()
  return (
    <li>
      <span className="num">{windowWords(window, timeZone, now)}</span>
      {window.startMs <= now && <small>In effect now</small>}
      {!readsAlike(window.startMs, timeZone, zone) && <small>{`${windowWords(window, zone, now)}, your time`}</small>}
      {notes.map((note) => (
        <small key={note} className={classes.note}>
          {note}
        </small>
      ))}
    </li>
  )
}

const Preview = ({ form }: { form: TypedTimes }) => {
  const now = Number(useTicking((ms) => String(Math.floor(ms / MINUTE_MS)))) * MINUTE_MS
  const windows = useMemo(() => nextWindows(downtimeOf(timesOf(form)), now), [form, now])
  const local = localOf(form)
  const putOff = local && putOffNote(local)
  return (
    <div className="stack">
      {/* One that holds once is its only window, which is listed below. */}
      {(form.repeat !== '0' || windows.length === 0) && (
        <p aria-live="polite">
          <strong>{downtimeWords(downtimeOf(timesOf(form)))}</strong>
        </p>
      )}
      {putOff !== null && <p className={classes['put-off']}>{putOff}</p>}
      {windows.length === 0 ? (
        <p className="muted small">This downtime is over.</p>
      ) : (
        <ol
          className={classes.windows}
          aria-label="Next windows"
          aria-live={form.repeat === '0' ? 'polite' : undefined}
        >
          {windows.map((window) => (
            <WindowItem
              key={window.startMs}
              window={window}
              notes={local ? clockNotes(local, window) : []}
              timeZone={form.timezone}
              now={now}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

type DowntimeSideProps = {
  readonly form: TypedTimes
  /** What is wrong with the typed times; absent where nothing is. */
  readonly wrong: string | undefined
}

/** Beside a downtime's form: when it holds, and what it does. */
export const DowntimeSide = ({ form, wrong }: DowntimeSideProps) => (
  <aside className="stack" aria-label="When this downtime holds">
    <Card title="Next windows">{wrong ? <p className="muted small">{wrong}</p> : <Preview form={form} />}</Card>
    <Card title="In a downtime">
      <p className="small">
        No scheduled run is made, nothing counts as missed, and no alert fires. You can still run monitors by hand:
        their results are marked and left out of statistics.
      </p>
    </Card>
  </aside>
)
