import { useEffect, useRef, useState } from 'react'
import { EXPECTATIONS } from '../../contract/monitors/browser-setup.ts'
import { STEP_KINDS } from '../../contract/results/browser-detail.ts'
import { moved } from '../../domain/core/moved.ts'
import {
  EXPECTATION_FACTS,
  factsOfStep,
  type Locator,
  STEP_FACTS,
  type Step,
  stepWords,
} from '../../domain/monitors/browser-steps.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Field, Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { Select } from '../parts/form/Select.tsx'
import { SortHandle } from '../parts/form/SortHandle.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './steps.module.css'

const LOCATOR_FIELDS = [
  { key: 'role', label: 'Role' },
  { key: 'label', label: 'Label' },
  { key: 'text', label: 'Text' },
  { key: 'test_id', label: 'Test id' },
] as const
type LocatorKey = (typeof LOCATOR_FIELDS)[number]['key']

const keyOfLocator = (locator: Locator | undefined): LocatorKey =>
  LOCATOR_FIELDS.find(({ key }) => locator?.[key] !== undefined)?.key ?? 'role'

type EditProps = {
  readonly step: Step
  readonly at: string
  readonly problems: readonly FormProblem[]
  readonly onStep: (step: Step) => void
  readonly onLeave: (field: string) => void
}

/** The element of a step: by role and name, label, text or test id. */
const LocatorFields = ({ step, at, problems, onStep, onLeave }: EditProps) => {
  const key = keyOfLocator(step.locator)
  const { name = '', exact } = step.locator ?? {}
  const value = step.locator?.[key] ?? ''
  const kept = exact === undefined ? {} : { exact }
  const field = `${at}.locator`
  return (
    <>
      <Field label="Element by" id={fieldId(`${field}.by`)}>
        <Select
          value={key}
          options={LOCATOR_FIELDS.map((each) => ({ value: each.key, label: each.label }))}
          // A role is no label or text, and neither is one of them a role.
          onValue={(by) =>
            onStep({ ...step, locator: { [by]: (by === 'role') === (key === 'role') ? value : '', ...kept } })
          }
        />
      </Field>
      <Field
        label={LOCATOR_FIELDS.find((each) => each.key === key)?.label}
        id={fieldId(field)}
        error={problemAt(problems, field) ?? problemAt(problems, `${field}.role`)}
      >
        <TextInput
          value={value}
          placeholder={key === 'role' ? 'button' : ''}
          onValue={(text) =>
            onStep({ ...step, locator: { [key]: text, ...(key === 'role' && name !== '' && { name }), ...kept } })
          }
          onLeave={() => onLeave(field)}
        />
      </Field>
      {key === 'role' && (
        <Field label="Name" optional id={fieldId(`${field}.name`)}>
          <TextInput
            value={name}
            placeholder="Sign in"
            onValue={(text) =>
              onStep({ ...step, locator: { role: value, ...(text !== '' && { name: text }), ...kept } })
            }
          />
        </Field>
      )}
    </>
  )
}

const StepFields = (props: EditProps) => {
  const { step, at, problems, onStep, onLeave } = props
  const facts = factsOfStep(step)
  return (
    <div className={classes.fields}>
      {step.kind === 'expect' && (
        <Field label="Expectation" id={fieldId(`${at}.expected`)}>
          <Select
            value={step.expected ?? 'visible'}
            options={EXPECTATIONS.map((value) => ({ value, label: EXPECTATION_FACTS[value].words }))}
            onValue={(value) => onStep({ ...step, expected: EXPECTATIONS.find((each) => each === value) ?? 'visible' })}
          />
        </Field>
      )}
      {facts.url !== 'none' && (
        <Field label="Address or path" id={fieldId(`${at}.url`)} error={problemAt(problems, `${at}.url`)}>
          <PlaceholderInput
            mono
            placeholder="/login"
            value={step.url ?? ''}
            onValue={(url) => onStep({ ...step, url })}
            onLeave={() => onLeave(`${at}.url`)}
          />
        </Field>
      )}
      {facts.locator === 'needed' && <LocatorFields {...props} />}
      {facts.value !== 'none' && (
        <Field label="Text" id={fieldId(`${at}.value`)} error={problemAt(problems, `${at}.value`)}>
          <PlaceholderInput
            value={step.value ?? ''}
            placeholder={step.kind === 'fill' ? '{{ EMAIL }}' : ''}
            onValue={(value) => onStep({ ...step, value })}
            onLeave={() => onLeave(`${at}.value`)}
          />
        </Field>
      )}
      {facts.key !== 'none' && (
        <Field label="Key" id={fieldId(`${at}.key`)} error={problemAt(problems, `${at}.key`)}>
          <TextInput
            mono
            value={step.key ?? ''}
            placeholder="Enter"
            onValue={(key) => onStep({ ...step, key })}
            onLeave={() => onLeave(`${at}.key`)}
          />
        </Field>
      )}
    </div>
  )
}

/** A step of another kind keeps the fields that both have. */
const ofKind = (step: Step, kind: Step['kind']): Step => {
  const next: Step = { kind, ...(kind === 'expect' && { expected: 'visible' as const }) }
  const facts = factsOfStep(next)
  return {
    ...next,
    ...(facts.url !== 'none' && { url: step.url ?? '' }),
    ...(facts.locator === 'needed' && { locator: step.locator ?? { role: '' } }),
    ...(facts.value === 'needed' && { value: step.value ?? '' }),
    ...(facts.key === 'needed' && { key: step.key ?? '' }),
  }
}

/** The step as it is stored: only the fields of its kind and expectation. */
const tidy = (step: Step): Step => {
  const facts = factsOfStep(step)
  const { url, value, locator, key, ...rest } = step
  return {
    ...rest,
    ...(facts.url !== 'none' && { url: url ?? '' }),
    ...(facts.locator !== 'none' && locator && { locator }),
    ...(facts.value !== 'none' && { value: value ?? '' }),
    ...(facts.key !== 'none' && { key: key ?? '' }),
  }
}

type StepsEditorProps = {
  readonly steps: readonly Step[]
  readonly problems: readonly FormProblem[]
  readonly onSteps: (steps: readonly Step[]) => void
  readonly onLeave: (field: string) => void
}

/** The steps of a journey in their order: moved by dragging or with the arrow keys on the handle. */
export const StepsEditor = ({ steps, problems, onSteps, onLeave }: StepsEditorProps) => {
  const wanted = useRef<string | null>(null)
  const [said, setSaid] = useState('')
  // A step that is added or moved takes the focus.
  useEffect(() => {
    if (wanted.current !== null) document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  const change = (next: readonly Step[], focus: string | null, words: string) => {
    wanted.current = focus
    setSaid(words)
    onSteps(next)
  }
  const add = () =>
    change(
      [...steps, { kind: 'click', locator: { role: 'button' } }],
      fieldId(`steps[${steps.length}].kind`),
      `Step ${steps.length + 1} added`,
    )
  const wrong = problemAt(problems, 'steps')
  return (
    <Card title="Journey" sub={steps.length === 0 ? 'no steps' : `${steps.length}`}>
      <div className="stack">
        {steps.length === 0 && (
          <p className="muted">
            Without steps, the test loads the page and measures it. Steps go on from there: sign in, search, check out.
          </p>
        )}
        <ol className={classes.steps} data-sort-list>
          {steps
            .map((step, index) => ({ step, index, id: `steps[${index}]` }))
            .map(({ step, index, id }) => (
              <li key={id} className={classes.step} data-sort-row>
                <div className={classes.head}>
                  <SortHandle
                    id={`${fieldId(id)}-handle`}
                    label={`Move step ${index + 1}: ${stepWords(step)}`}
                    index={index}
                    count={steps.length}
                    onMove={(to, isByKey) =>
                      change(
                        moved(steps, index, to),
                        isByKey ? `${fieldId(`steps[${to}]`)}-handle` : null,
                        `Step ${index + 1} is now step ${to + 1}`,
                      )
                    }
                  />
                  <span className={classes.number}>{index + 1}</span>
                  <Select
                    id={fieldId(`${id}.kind`)}
                    label={`Kind of step ${index + 1}`}
                    value={step.kind}
                    options={STEP_KINDS.map((value) => ({ value, label: STEP_FACTS[value].words }))}
                    onValue={(value) => {
                      const kind = STEP_KINDS.find((each) => each === value) ?? 'click'
                      onSteps(steps.with(index, ofKind(step, kind)))
                    }}
                  />
                  <FormButton
                    kind="ghost"
                    size="small"
                    icon="copy"
                    iconOnly
                    label={`Duplicate step ${index + 1}`}
                    onPress={() =>
                      change(
                        steps.toSpliced(index + 1, 0, step),
                        fieldId(`steps[${index + 1}].kind`),
                        `Step ${index + 2} added`,
                      )
                    }
                  />
                  <FormButton
                    kind="ghost"
                    size="small"
                    icon="trash"
                    iconOnly
                    label={`Remove step ${index + 1}`}
                    onPress={() => change(steps.toSpliced(index, 1), 'add-step', `Step ${index + 1} removed`)}
                  />
                </div>
                <StepFields
                  step={step}
                  at={id}
                  problems={problems}
                  onStep={(next) => onSteps(steps.with(index, tidy(next)))}
                  onLeave={onLeave}
                />
                {problemAt(problems, id) && <Problem>{problemAt(problems, id)}</Problem>}
              </li>
            ))}
        </ol>
        <p className="sr" role="status">
          {said}
        </p>
        {wrong && (
          <Problem id={fieldId('steps')} focusable>
            {wrong}
          </Problem>
        )}
        <p>
          <FormButton id="add-step" kind="secondary" size="small" icon="plus" label="Add a step" onPress={add} />
        </p>
      </div>
    </Card>
  )
}
