import { useMemo } from 'react'
import type { AnyMachineSnapshot } from 'xstate'
import type { LiveActor } from '../core/recorder.ts'
import { Act } from '../parts/act/Act.tsx'
import { Code } from '../parts/text/Code.tsx'
import classes from './DebugScreen.module.css'
import { readable } from './readable.ts'

type ContextPaneProps = { actor: LiveActor; snapshot: AnyMachineSnapshot }

/** Context of a machine with secrets masked. */
export const ContextPane = ({ actor, snapshot }: ContextPaneProps) => {
  const text = useMemo(() => JSON.stringify(readable(snapshot.context), null, 2), [snapshot])
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
      <Code text={text} language="json" label={`Context of ${actor.name}`} className={classes.context} />
    </section>
  )
}
