import { useMemo } from 'react'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { formats } from '../parts/text/format.ts'
import { ActorPane } from './ActorPane.tsx'
import { ActorTree } from './ActorTree.tsx'
import { isLive } from './actor-tree.ts'
import { ContextPane } from './ContextPane.tsx'
import classes from './DebugScreen.module.css'
import { EventsCard, listedSteps } from './EventsCard.tsx'
import type { Recording } from './recorded.ts'
import { currentStep, selectionOf, snapshotAt, stepBefore } from './selection.ts'
import { TravelBar } from './TravelBar.tsx'

type MachinesViewProps = { recording: Recording; search: Readonly<Record<string, string>> }

/** What a phone shows one at a time, by the search parameter `pane`. */
const PANES = { machines: 'Machines', chart: 'Chart', context: 'Context', events: 'Events' } as const
const isPane = (value: string | undefined): value is keyof typeof PANES => value !== undefined && value in PANES

/** Machines as a tree, one of them with its chart and context, and the log of events. */
export const MachinesView = ({ recording, search }: MachinesViewProps) => {
  const selection = selectionOf(recording, search)
  const { actor } = selection
  const step = currentStep(selection)
  const snapshot = useMemo(() => actor && step && snapshotAt(actor, step), [actor, step])
  // A selected machine leads to its chart.
  const { step: _, pane, ...rest } = search
  const shown = isPane(pane) ? pane : search.actor === undefined ? 'machines' : 'chart'
  const listed = listedSteps(recording, actor?.id ?? null, search)
  const live = recording.actors.filter(isLive).length
  return (
    <>
      <TravelBar recording={recording} selection={selection} name={actor?.name ?? ''} />
      <div className={classes.choice}>
        <SegmentedLinks
          label="Panes"
          places={Object.entries(PANES).map(([each, label]) => ({
            to: 'debug',
            search: { ...search, pane: each },
            label,
            current: each === shown,
          }))}
        />
      </div>
      <div className={classes.panes} data-shown={shown}>
        <nav className={classes.pane} aria-labelledby="debug-actors">
          <header>
            <h2 id="debug-actors">Machines</h2>
            <span className="muted small num">
              {formats.count(live)} live, {formats.count(recording.actors.length - live)} ended
            </span>
          </header>
          <div className={classes.actors}>
            <ActorTree actors={recording.actors} chosen={actor?.id ?? null} search={rest} />
          </div>
        </nav>
        {actor && step && snapshot && (
          <>
            <ActorPane actor={actor} snapshot={snapshot} step={step} isNow={selection.step === null} />
            <ContextPane actor={actor} step={step} before={stepBefore(actor, step)} />
          </>
        )}
      </div>
      <div className={classNames(shown !== 'events' && classes.aside)}>
        <EventsCard recording={recording} selection={selection} listed={listed} search={search} />
      </div>
    </>
  )
}
