import { useMemo } from 'react'
import { useCurrentRoute, useTitle } from '../core/use-current-route.ts'
import { useRecorder } from '../core/use-recorder.ts'
import { StandalonePage } from '../external/StandalonePage.tsx'
import { Act } from '../parts/act/Act.tsx'
import { formats } from '../parts/text/format.ts'
import { PageHead } from '../parts/text/PageHead.tsx'
import { ActorPane } from './ActorPane.tsx'
import { ActorTree } from './ActorTree.tsx'
import { actorTree } from './actor-tree.ts'
import { ContextPane } from './ContextPane.tsx'
import classes from './DebugScreen.module.css'
import { EventsCard } from './EventsCard.tsx'
import { Facts } from './Facts.tsx'
import { named } from './named.ts'
import { useDebugEvents } from './use-debug-events.ts'

/** Running machines, their charts and events. Works without sign-in. */
const DebugScreen = () => {
  const { search } = useCurrentRoute()
  const recorded = useRecorder()
  const recording = useMemo(() => named(recorded), [recorded])
  useTitle()
  useDebugEvents()
  const branches = useMemo(() => actorTree(recording.actors), [recording.actors])
  const actor = recording.actors.find(({ id }) => id === search.actor) ?? branches[0]?.actor
  const chosen = actor?.id ?? null
  const newest = recording.events.find(({ actorId }) => actorId === chosen)
  const snapshot = actor?.ref.getSnapshot()
  return (
    <StandalonePage>
      <PageHead
        title="Debug"
        actions={
          <>
            <Act command="debug.copy" icon="copy" />
            <Act command="debug.clear-cache" icon="trash" />
          </>
        }
      />
      <Facts />
      <div className={classes.panes}>
        <nav className={classes.pane} aria-labelledby="debug-actors">
          <header>
            <h2 id="debug-actors">Machines</h2>
            <span className="muted small num">{formats.count(recording.actors.length)} live</span>
          </header>
          <div className={classes.actors}>
            <ActorTree branches={branches} chosen={chosen} search={search} />
          </div>
        </nav>
        {actor && (
          <>
            <ActorPane actor={actor} snapshot={snapshot} newest={newest} />
            <ContextPane actor={actor} snapshot={snapshot} />
          </>
        )}
      </div>
      <EventsCard recording={recording} actorId={chosen} onlyActor={search.only === 'chosen'} search={search} />
    </StandalonePage>
  )
}
export default DebugScreen
