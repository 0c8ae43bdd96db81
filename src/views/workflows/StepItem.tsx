import type { KeyboardEvent } from 'react'
import type { Step } from '../../domain/workflows/workflow-steps.ts'
import type { PickableMonitor } from '../monitors/use-pickable-monitors.ts'
import { Act } from '../parts/act/Act.tsx'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { SortHandle } from '../parts/form/SortHandle.tsx'
import { Method } from '../parts/text/Tag.tsx'
import { StepVariablesLine } from './StepVariablesLine.tsx'
import type { StepVariables } from './use-step-variables.ts'
import classes from './workflow-form.module.css'

/** Id of a step's row in the form. */
export const stepId = (index: number): string => fieldId(`steps[${index}]`)

type StepItemProps = {
  readonly step: Step
  readonly index: number
  readonly count: number
  /** Null where the monitor was deleted. */
  readonly monitor: PickableMonitor | null
  /** Name of a deleted monitor that can be restored. */
  readonly deletedName: string | null
  readonly variables: StepVariables | null
  readonly problem: string | undefined
  readonly onTeardown: (teardown: boolean) => void
  /** Moves it. `focus` names the part of the row that keeps the focus. */
  readonly onMove: (to: number, focus: 'handle' | 'up' | 'down' | null) => void
  readonly onCopy: (() => void) | null
  readonly onRemove: () => void
}

const KEYS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

/** A step of the form: its monitor, its variables, and what can be done with it. */
export const StepItem = (props: StepItemProps) => {
  const { step, index, count, monitor, deletedName, variables, problem, onTeardown, onMove, onCopy, onRemove } = props
  const id = stepId(index)
  const number = index + 1
  const name = monitor?.name ?? deletedName ?? 'Deleted monitor'
  const keyed = (event: KeyboardEvent) => {
    const by = event.altKey ? KEYS[event.key] : undefined
    if (by === undefined) return
    event.preventDefault()
    const to = index + by
    if (to >= 0 && to < count) onMove(to, 'handle')
  }
  return (
    <fieldset className={classes.step} id={id} tabIndex={-1} data-sort-row onKeyDown={keyed}>
      <legend className="sr">{`Step ${number}: ${name}`}</legend>
      <div className={classes.stepHead}>
        <SortHandle
          id={`${id}-handle`}
          label={`Move step ${number}`}
          index={index}
          count={count}
          onMove={(to, isByKey) => onMove(to, isByKey ? 'handle' : null)}
        />
        <span className={classes.number} aria-hidden="true">
          {number}
        </span>
        <span className={classes.stepWords}>
          {monitor ? (
            <>
              <Go to="monitor" params={{ callId: step.call_id }} className="strong trunc">
                {name}
              </Go>
              <span className={classes.address}>
                <Method name={monitor.method} /> <code className="trunc">{monitor.url}</code>
              </span>
            </>
          ) : (
            <>
              <span className="bad strong">{name}</span>
              {deletedName === null ? (
                <span className="muted small">A run fails here. Remove the step, or restore the monitor.</span>
              ) : (
                <span className="small">
                  <span className="muted">The monitor was deleted. A run fails here.</span>{' '}
                  <Act
                    command="monitor.restore"
                    args={{ monitor: step.call_id }}
                    kind="text"
                    label="Restore"
                    hint={false}
                  />
                </span>
              )}
            </>
          )}
        </span>
        <span className={classes.acts}>
          {index > 0 && (
            <FormButton
              id={`${id}-up`}
              kind="ghost"
              size="small"
              icon="up"
              iconOnly
              label={`Move step ${number} up`}
              onPress={() => onMove(index - 1, 'up')}
            />
          )}
          {index < count - 1 && (
            <FormButton
              id={`${id}-down`}
              kind="ghost"
              size="small"
              icon="down"
              iconOnly
              label={`Move step ${number} down`}
              onPress={() => onMove(index + 1, 'down')}
            />
          )}
          {onCopy && (
            <FormButton
              kind="ghost"
              size="small"
              icon="copy"
              iconOnly
              label={`Duplicate step ${number}`}
              onPress={onCopy}
            />
          )}
          <FormButton
            kind="ghost"
            size="small"
            icon="trash"
            iconOnly
            label={`Remove step ${number}`}
            onPress={onRemove}
          />
        </span>
      </div>
      <div className={classes.stepBody}>
        {variables && <StepVariablesLine variables={variables} />}
        <Checkbox checked={step.teardown} onValue={onTeardown}>
          Teardown: runs even after the workflow has stopped
        </Checkbox>
        {problem !== undefined && <Problem id={`${id}-error`}>{problem}</Problem>}
      </div>
    </fieldset>
  )
}
