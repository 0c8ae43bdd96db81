import { useEffect, useMemo, useRef, useState } from 'react'
import { MAX_STEPS } from '../../contract/workflows/workflows.ts'
import { moved } from '../../domain/core/moved.ts'
import type { Step } from '../../domain/workflows/workflow-steps.ts'
import { useResource } from '../core/use-resource.ts'
import { usePickableMonitors } from '../monitors/use-pickable-monitors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { StepItem, stepId } from './StepItem.tsx'
import { useStepVariables } from './use-step-variables.ts'
import classes from './workflow-form.module.css'
import type { WorkflowFormState } from './workflow-form.ts'

type Removed = { readonly step: Step; readonly index: number }

/** Keys of the rows: a monitor may be in the list several times. */
const keysOf = (steps: readonly Step[]): readonly string[] => {
  const seen = new Map<string, number>()
  return steps.map(({ call_id }) => {
    const nth = (seen.get(call_id) ?? 0) + 1
    seen.set(call_id, nth)
    return `${call_id} ${nth}`
  })
}

const missingWords = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Step ${numbers[0]} uses a variable` : `Steps ${numbers.join(', ')} use variables`

/** The steps of a workflow in order, with the variables that go from one to the next. */
export const StepsCard = ({ form, workspace }: { form: WorkflowFormState; workspace: string }) => {
  const { steps } = form.draft
  const { monitors, complete } = usePickableMonitors()
  const byId = useMemo(() => new Map(monitors.map((monitor) => [monitor.id, monitor])), [monitors])
  const variablesOf = useStepVariables(steps, workspace)
  const [removed, setRemoved] = useState<Removed | null>(null)
  const [told, tell] = useState('')
  const wanted = useRef<string | null>(null)
  // Steps that are moved take the focus along.
  useEffect(() => {
    if (wanted.current !== null) document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  const isGone = complete && [...steps, removed?.step].some((step) => step && !byId.has(step.call_id))
  const { data: deleted } = useResource('deleted-monitor.list', isGone ? {} : null)
  const deletedName = (step: Step | undefined) => deleted?.data.find(({ id }) => id === step?.call_id)?.name ?? null
  const nameOf = (step: Step | undefined): string =>
    byId.get(step?.call_id ?? '')?.name ?? deletedName(step) ?? 'the step'
  const change = (next: readonly Step[], words: string, focus: string | null = null) => {
    wanted.current = focus
    tell(words)
    form.change('steps', next)
  }
  const move = (from: number, to: number, focus: 'handle' | 'up' | 'down' | null) => {
    // At the end of the list there is no button for the same direction any more.
    const isAtEnd = (focus === 'up' && to === 0) || (focus === 'down' && to === steps.length - 1)
    const words = `${nameOf(steps[from])} is now step ${to + 1} of ${steps.length}`
    change(moved(steps, from, to), words, focus && `${stepId(to)}-${isAtEnd ? 'handle' : focus}`)
  }
  const remove = (step: Step, index: number) => {
    setRemoved({ step, index })
    change(steps.toSpliced(index, 1), `${nameOf(step)} removed`, 'steps-undo')
  }
  const keys = keysOf(steps)
  const missing = steps.flatMap((_, index) => ((variablesOf(index)?.missing.length ?? 0) > 0 ? [index + 1] : []))
  const problems = form.problems.filter(({ field }) => field.startsWith('steps'))
  const own = problems.find(({ field }) => !field.startsWith('steps['))
  return (
    <Card title="Steps" sub={steps.length === 0 ? 'none' : `${steps.length}`}>
      <div className="stack" id={fieldId('steps')} tabIndex={-1}>
        <p className="sr" role="status">
          {told}
        </p>
        {steps.length === 0 && (
          <p className="muted">
            No steps yet. Add monitors in the order in which they run: a value that one sets, such as a token, can be
            used by those after it.
          </p>
        )}
        {missing.length > 0 && (
          <Notice kind="warning" title={`${missingWords(missing)} that nothing sets.`}>
            Let an earlier step set it by a condition, add it to an environment, or give it when the workflow is run.
          </Notice>
        )}
        {steps.length > 0 && (
          <div className={classes.steps} data-sort-list>
            {steps.map((step, index) => (
              <StepItem
                key={keys[index]}
                step={step}
                index={index}
                count={steps.length}
                monitor={byId.get(step.call_id) ?? (complete ? null : unknownYet(step.call_id))}
                deletedName={deletedName(step)}
                variables={variablesOf(index)}
                problem={problems.find(({ field }) => field.startsWith(`steps[${index}]`))?.message}
                onTeardown={(teardown) => change(steps.with(index, { ...step, teardown }), '')}
                onMove={(to, focus) => move(index, to, focus)}
                onCopy={
                  steps.length < MAX_STEPS
                    ? () =>
                        change(
                          steps.toSpliced(index + 1, 0, step),
                          `${nameOf(step)} duplicated as step ${index + 2}`,
                          `${stepId(index + 1)}-handle`,
                        )
                    : null
                }
                onRemove={() => remove(step, index)}
              />
            ))}
          </div>
        )}
        {removed && (
          <p className={classes.removed}>
            <span>Step removed: {nameOf(removed.step)}</span>
            <FormButton
              id="steps-undo"
              kind="secondary"
              size="small"
              icon="reload"
              label="Undo"
              onPress={() => {
                setRemoved(null)
                const at = Math.min(removed.index, steps.length)
                change(
                  steps.toSpliced(at, 0, removed.step),
                  `${nameOf(removed.step)} is back as step ${at + 1}`,
                  `${stepId(at)}-handle`,
                )
              }}
            />
          </p>
        )}
        {own && <Problem id={`${fieldId('steps')}-error`}>{own.message}</Problem>}
      </div>
    </Card>
  )
}

/** A step's monitor while the list of monitors loads. */
const unknownYet = (id: string) => ({ id, name: id, method: '', url: '', text: '' })
