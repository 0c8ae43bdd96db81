import { useMemo } from 'react'
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

/** Machines as a tree, one of them with its chart and context, and the log of events. */
export const MachinesView = ({ recording, search }: MachinesViewProps) => {
  const selection = selectionOf(recording, search)
  const { actor } = selection
  const step = currentStep(selection)
  const snapshot = useMemo(() => actor && step && snapshotAt(actor, step), [actor, step])
  const { step: _, ...rest } = search
  const listed = listedSteps(recording, actor?.id ?? null, search)
  const live = recording.actors.filter(isLive).length
  return (
    <>
      <TravelBar recording={recording} selection={selection} name={actor?.name ?? ''} />
      <div className={classes.panes}>
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
      <EventsCard recording={recording} selection={selection} listed={listed} search={search} />
    </>
  )
}
