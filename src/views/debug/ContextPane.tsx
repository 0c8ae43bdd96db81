import { useMemo } from 'react'
import { Act } from '../parts/act/Act.tsx'
import { Code } from '../parts/text/Code.tsx'
import { asJson } from './as-json.ts'
import { Changes } from './Changes.tsx'
import classes from './DebugScreen.module.css'
import { differencesOf } from './difference.ts'
import { readable } from './readable.ts'
import type { RecordedActor, RecordedStep } from './recorded.ts'

type ContextPaneProps = {
  actor: RecordedActor
  step: RecordedStep
  /** The step before; null if it is not kept. */
  before: RecordedStep | null
}

/** Data of an event; null for one without. */
const payloadOf = ({ event: { type: _, ...payload } }: RecordedStep): string | null =>
  Object.keys(payload).length === 0 ? null : asJson(readable(payload))

/** Data of a machine after a step: the event's, the changes it made, and the whole context. Secrets are masked. */
export const ContextPane = ({ actor, step, before }: ContextPaneProps) => {
  const context = useMemo(() => readable(step.context), [step])
  const payload = useMemo(() => payloadOf(step), [step])
  const changes = useMemo(() => before && differencesOf(readable(before.context), context), [before, context])
  return (
    <section className={classes.pane} aria-labelledby="debug-context">
      <header>
        <h2 id="debug-context">Context</h2>
        <Act
          command="debug.copy-context"
          args={{ actor: actor.id }}
          kind="ghost"
          size="small"
          icon="copy"
          iconOnly
          label="Copy context"
        />
      </header>
      <div className={classes.data}>
        {payload !== null && (
          <>
            <h3>Data of the event</h3>
            <Code text={payload} language="json" label="Data of the event" className={classes.event} />
          </>
        )}
        <h3>Changed by the event</h3>
        <Changes changes={changes} />
        <h3>Whole context</h3>
        <Code text={asJson(context)} language="json" label={`Context of ${actor.name}`} className={classes.context} />
      </div>
    </section>
  )
}
