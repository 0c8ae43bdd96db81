import { useEffect, useRef } from 'react'
import { type Condition, OPERATORS, type Operator } from '../../domain/conditions/operators.ts'
import { SOURCES, sourceRule } from '../../domain/conditions/sources.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import {
  NEW_CONDITION,
  operatorOptions,
  outcomeOptions,
  outcomeShown,
  SOURCE_OPTIONS,
  valueHint,
  withOperator,
  withOutcome,
  withSource,
} from './condition-form.ts'
import classes from './conditions.module.css'

type RowProps = {
  readonly condition: Condition
  readonly index: number
  readonly problems: readonly FormProblem[]
  readonly onChange: (condition: Condition) => void
  readonly onLeave: (field: string) => void
  readonly onRemove: () => void
}

/** Ties a control to the error of its field. */
const bound = (problems: readonly FormProblem[], field: string) => {
  const id = fieldId(field)
  const invalid = problemAt(problems, field) !== undefined
  return { id, invalid, ...(invalid && { describedBy: `${id}-error` }) }
}

const Values = ({ condition, index, problems, onChange, onLeave }: RowProps) => {
  const { needs }: Operator = OPERATORS[condition.condition]
  if (needs === 'nothing') return <span className={classes.values} />
  const at = `conditions[${index}]`
  const input = (field: 'val' | 'val2', label: string) => (
    <TextInput
      mono
      {...bound(problems, `${at}.${field}`)}
      label={`${label} of condition ${index + 1}`}
      placeholder={valueHint(condition)}
      value={condition[field] ?? ''}
      onValue={(value) => onChange({ ...condition, [field]: value })}
      onLeave={() => onLeave(`${at}.${field}`)}
    />
  )
  return (
    <span className={classes.values}>
      {input('val', needs === 'two' ? 'First value' : 'Value')}
      {needs === 'two' && input('val2', 'Second value')}
    </span>
  )
}

const Property = ({ condition, index, problems, onChange, onLeave }: RowProps) => {
  const rule = sourceRule(condition.source).property
  const field = `conditions[${index}].property`
  if (rule === null) return null
  if (rule.choices)
    return (
      <Select
        {...bound(problems, field)}
        className={classes.property}
        label={`${rule.label} of condition ${index + 1}`}
        value={condition.property || rule.usual || ''}
        options={rule.choices}
        onValue={(property) => onChange({ ...condition, property })}
      />
    )
  return (
    <TextInput
      mono
      className={classes.property}
      {...bound(problems, field)}
      label={`${rule.label} of condition ${index + 1}`}
      placeholder={rule.example}
      value={condition.property ?? ''}
      onValue={(property) => onChange({ ...condition, property })}
      onLeave={() => onLeave(field)}
    />
  )
}

const ConditionRow = (props: RowProps) => {
  const { condition, index, problems, onChange, onRemove } = props
  const number = index + 1
  const at = `conditions[${index}]`
  const own = problems.filter(({ field }) => field.startsWith(`${at}.`))
  return (
    <fieldset className={classes.condition} id={fieldId(at)} tabIndex={-1}>
      <legend className="sr">{`Condition ${number}`}</legend>
      <div className={SOURCES[condition.source].property === null ? classes.short : classes.question}>
        <Checkbox
          label={`Check condition ${number}`}
          checked={condition.enabled !== false}
          onValue={(enabled) => onChange({ ...condition, enabled })}
        />
        <Select
          {...bound(problems, `${at}.source`)}
          label={`Source of condition ${number}`}
          value={condition.source}
          options={SOURCE_OPTIONS}
          onValue={(source) => onChange(withSource(condition, source))}
        />
        <Property {...props} />
        <Select
          {...bound(problems, `${at}.condition`)}
          className={classes.operator}
          label={`Comparison of condition ${number}`}
          value={condition.condition}
          options={operatorOptions(condition.source)}
          onValue={(operator) => onChange(withOperator(condition, operator))}
        />
        <Values {...props} />
        <FormButton
          className={classes.remove}
          kind="ghost"
          size="small"
          icon="close"
          iconOnly
          label={`Remove condition ${number}`}
          onPress={onRemove}
        />
      </div>
      <div className={classes.outcomes}>
        <span>If so, the run</span>
        <Select
          small
          {...bound(problems, `${at}.on_true.outcome`)}
          label={`Outcome if condition ${number} holds`}
          value={outcomeShown(condition, true)}
          options={outcomeOptions(condition.source)}
          onValue={(outcome) => onChange(withOutcome(condition, true, outcome))}
        />
        <span>if not, it</span>
        <Select
          small
          {...bound(problems, `${at}.on_false.outcome`)}
          label={`Outcome if condition ${number} does not hold`}
          value={outcomeShown(condition, false)}
          options={outcomeOptions(condition.source)}
          onValue={(outcome) => onChange(withOutcome(condition, false, outcome))}
        />
      </div>
      {own.length > 0 && (
        <div className={classes.wrong}>
          {own.map(({ field, message }) => (
            <Problem key={field} id={`${fieldId(field)}-error`}>
              {message}
            </Problem>
          ))}
        </div>
      )}
    </fieldset>
  )
}

type ConditionsEditorProps = {
  readonly conditions: readonly Condition[]
  readonly breakOnFail: boolean
  readonly problems: readonly FormProblem[]
  readonly onConditions: (conditions: readonly Condition[]) => void
  readonly onBreakOnFail: (breakOnFail: boolean) => void
  readonly onLeave: (field: string) => void
}

/** Conditions of a monitor, with the outcome that each gives a run. */
export const ConditionsEditor = (props: ConditionsEditorProps) => {
  const { conditions, breakOnFail, problems, onConditions, onBreakOnFail, onLeave } = props
  const count = conditions.length
  const wrong = problemAt(problems, 'conditions')
  const added = useRef<string | null>(null)
  // A new condition takes the focus.
  useEffect(() => {
    if (added.current !== null) document.getElementById(added.current)?.focus()
    added.current = null
  })
  const add = () => {
    added.current = fieldId(`conditions[${count}].source`)
    onConditions([...conditions, NEW_CONDITION])
  }
  return (
    <Card title={<span id="conditions">Conditions</span>} sub={count === 0 ? 'none' : `${count}`}>
      <div className="stack">
        {count === 0 && (
          <p className="muted">
            Without conditions the status code decides: 2xx passes, 3xx and 4xx are a warning, 5xx fails.
          </p>
        )}
        <div className={classes.conditions}>
          {conditions.map((condition, index) => (
            <ConditionRow
              // biome-ignore lint/suspicious/noArrayIndexKey: new conditions have no id yet; their order is their identity
              key={index}
              {...{ condition, index, problems, onLeave }}
              onChange={(changed) => onConditions(conditions.with(index, changed))}
              onRemove={() => onConditions(conditions.filter((_, at) => at !== index))}
            />
          ))}
        </div>
        <p className="row">
          <FormButton kind="ghost" size="small" icon="plus" label="Add condition" onPress={add} />
        </p>
        {wrong !== undefined && (
          <Problem id={fieldId('conditions')} focusable>
            {wrong}
          </Problem>
        )}
        {count > 1 && (
          <Checkbox checked={breakOnFail} onValue={onBreakOnFail}>
            Stop after the first failed condition
          </Checkbox>
        )}
      </div>
    </Card>
  )
}
