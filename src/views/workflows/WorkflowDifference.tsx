import type { Step } from '../../domain/workflows/workflow-steps.ts'
import { usePickableMonitors } from '../monitors/use-pickable-monitors.ts'
import classes from './workflow-form.module.css'
import type { WorkflowDraft } from './workflow-form.ts'

/** The steps of one version, with those marked that the other does not have at the same place. */
const Version = ({ title, draft, other }: { title: string; draft: WorkflowDraft; other: WorkflowDraft }) => {
  const { monitors } = usePickableMonitors()
  const nameOf = ({ call_id }: Step) => monitors.find(({ id }) => id === call_id)?.name ?? 'Deleted monitor'
  const isSame = (step: Step, at: number) => {
    const there = other.steps[at]
    return there?.call_id === step.call_id && there.teardown === step.teardown
  }
  return (
    <section className={classes.version} aria-label={title}>
      <h2>{title}</h2>
      <p className="small">{draft.name}</p>
      <ol className="small">
        {draft.steps.map((step, at) => (
          // The same monitor may be a step several times, so the position is part of what a row is.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={at}>
            {isSame(step, at) ? nameOf(step) : <mark>{nameOf(step)}</mark>}
            {step.teardown && ' (teardown)'}
          </li>
        ))}
      </ol>
      <p className="small muted">
        {draft.stop_on_failure ? 'Stops on failure' : 'Goes on after a failure'}
        {draft.handle_cookies ? ', shares cookies' : ', does not share cookies'}
      </p>
    </section>
  )
}

/** Their version of a workflow beside the draft, on demand. */
export const WorkflowDifference = ({ theirs, mine }: { theirs: WorkflowDraft; mine: WorkflowDraft }) => (
  <details>
    <summary>Show the difference</summary>
    <div className={classes.versions}>
      <Version title="Their version" draft={theirs} other={mine} />
      <Version title="Your version" draft={mine} other={theirs} />
    </div>
  </details>
)
