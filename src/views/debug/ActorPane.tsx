import { useCallback, useState } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import { useScreenEvents } from '../core/screen-machines.ts'
import { eventsOf } from '../kit/chart/chart-words.ts'
import { StateChart } from '../kit/chart/StateChart.tsx'
import { Act } from '../parts/act/Act.tsx'
import { Menu } from '../parts/act/Menu.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './DebugScreen.module.css'
import type { RecordedActor, RecordedStep } from './recorded.ts'
import { isSendable } from './sendable-events.ts'
import { stateWords } from './state-words.ts'

/** Sizes of a chart, as a share of its own. */
const ZOOMS = [0.35, 0.5, 0.7, 1, 1.4, 2] as const
const WHOLE = ZOOMS.indexOf(1)

/** Size of the chart on the debug screen, changed by commands. */
export const useZoom = (): number => {
  const [place, setPlace] = useState<number>(WHOLE)
  useScreenEvents(
    'debug',
    useCallback(({ type, by }) => {
      if (type === 'ZOOM') setPlace((now) => Math.min(ZOOMS.length - 1, Math.max(0, now + (by === 'in' ? 1 : -1))))
    }, []),
  )
  return ZOOMS[place] ?? 1
}

export const ZoomActs = () => (
  <>
    <Act command="debug.zoom" args={{ by: 'out' }} kind="ghost" size="small" label="Zoom out" hint={false}>
      −
    </Act>
    <Act command="debug.zoom" args={{ by: 'in' }} kind="ghost" size="small" label="Zoom in" hint={false}>
      +
    </Act>
  </>
)

type ActorPaneProps = {
  actor: RecordedActor
  snapshot: AnyMachineSnapshot
  /** The step that led to the state that is shown. */
  step: RecordedStep
  /** Whether this is the machine as it is now. */
  isNow: boolean
}

/** Chart of one machine in its state now or at a step, and the events it accepts now. */
export const ActorPane = ({ actor, snapshot, step, isNow }: ActorPaneProps) => {
  const zoom = useZoom()
  const state = stateWords(step.value)
  return (
    <section className={classes.pane} aria-labelledby="debug-chart">
      <header>
        <h2 id="debug-chart" className="trunc">
          {actor.name}
        </h2>
        <span className="muted small hide-s">
          {state} <Time at={step.time} />
        </span>
        <ZoomActs />
        <Menu
          label={`Copy from ${actor.name}`}
          icon="more"
          iconOnly
          size="small"
          items={[
            { command: 'debug.copy-path', args: { format: 'json' }, label: 'Copy path to here as JSON' },
            { command: 'debug.copy-path', args: { format: 'mermaid' }, label: 'Copy path to here as Mermaid' },
            {
              command: 'debug.copy-path',
              args: { format: 'playwright' },
              label: 'Copy path to here as Playwright test',
            },
            { command: 'debug.copy-path', args: { format: 'gherkin' }, label: 'Copy path to here as Gherkin' },
            'rule',
            { command: 'debug.copy-mermaid', args: { actor: actor.id } },
            { command: 'debug.copy-paths', args: { actor: actor.id } },
          ]}
        />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is scrolled with keys too */}
      <section className={classes.scroll} tabIndex={0} aria-label="State chart">
        <StateChart
          snapshot={snapshot}
          newest={{ event: step.event.type, from: stateWords(step.before), to: state }}
          name={actor.name}
          state={state}
          zoom={zoom}
        />
      </section>
      <div className={classes.send}>{isNow && actor.ref ? <Sends actor={actor} snapshot={snapshot} /> : <Then />}</div>
    </section>
  )
}

const Then = () => <span className="muted small">Events can be sent to running machines in Live only.</span>

const Sends = ({ actor, snapshot }: Pick<ActorPaneProps, 'actor' | 'snapshot'>) => {
  const events = eventsOf(snapshot).filter((event) => isSendable(snapshot.machine.id, event))
  return (
    <>
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
    </>
  )
}
