import { useCallback, useState } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { type LiveActor, type Recorded, stateOf } from '../core/recorder.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { eventsOf } from '../kit/chart/chart-words.ts'
import { StateChart } from '../kit/chart/StateChart.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './DebugScreen.module.css'
import { isSendable } from './sendable-events.ts'

/** Sizes of a chart, as a share of its own. */
const ZOOMS = [0.35, 0.5, 0.7, 1, 1.4, 2] as const
const WHOLE = ZOOMS.indexOf(1)

type ActorPaneProps = { actor: LiveActor; snapshot: AnyMachineSnapshot; newest: Recorded | undefined }

/** Chart of one machine in its current state, and the events it accepts. */
export const ActorPane = ({ actor, snapshot, newest }: ActorPaneProps) => {
  const [zoom, setZoom] = useState<number>(WHOLE)
  useScreenEvents(
    'debug',
    useCallback(({ type, by }) => {
      if (type === 'ZOOM') setZoom((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + (by === 'in' ? 1 : -1))))
    }, []),
  )
  const state = stateOf(snapshot)
  const { id: chart } = snapshot.machine
  const events = eventsOf(snapshot).filter((event) => isSendable(chart, event))
  return (
    <section className={classes.pane} aria-labelledby="debug-chart">
      <header>
        <h2 id="debug-chart" className="trunc">
          {actor.name}
        </h2>
        <span className="muted small hide-s">
          {state} {newest && <Time at={newest.time} />}
        </span>
        <Act command="debug.zoom" args={{ by: 'out' }} kind="ghost" size="small" label="Zoom out" hint={false}>
          −
        </Act>
        <Act command="debug.zoom" args={{ by: 'in' }} kind="ghost" size="small" label="Zoom in" hint={false}>
          +
        </Act>
        <Menu
          label={`Chart of ${actor.name}`}
          icon="more"
          iconOnly
          size="small"
          items={[
            { command: 'debug.copy-mermaid', args: { actor: actor.id } },
            { command: 'debug.copy-paths', args: { actor: actor.id } },
          ]}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is scrolled with keys too */}
      <section className={classes.scroll} tabIndex={0} aria-label="State chart">
        <StateChart snapshot={snapshot} newest={newest} name={actor.name} state={state} zoom={ZOOMS[zoom]} />
      </section>
      <div className={classes.send}>
        <span className="muted small">
          {events.length > 0 ? 'Send event' : 'No event without fields can be sent now.'}
        </span>
        {events.map((event) => (
          <Act
            key={event}
            command="debug.send"
            args={{ actor: actor.id, event }}
            size="small"
            label={`Send ${event} to ${actor.name}`}
          >
            <code>{event}</code>
          </Act>
        ))}
      </div>
    </section>
  )
}
