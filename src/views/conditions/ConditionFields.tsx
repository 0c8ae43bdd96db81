import { type ReactNode, useState } from 'react'
import { OPERATORS, type Operator } from '../../domain/conditions/operators.ts'
import { sourceRule } from '../../domain/conditions/sources.ts'
import { VALUE_TYPES } from '../../domain/conditions/values.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { PlaceholderArea, PlaceholderInput } from '../parts/form/PlaceholderInput.tsx'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { classNames } from '../parts/text/class-names.ts'
import {
  operatorOptions,
  outcomeOptions,
  outcomeShown,
  replacedNote,
  SCOPE_OPTIONS,
  sourceOptions,
  valueHint,
  withMessage,
  withOperator,
  withOutcome,
  withSource,
  withVariable,
} from './condition-form.ts'
import { bound, type ConditionProps } from './condition-props.ts'
import classes from './conditions.module.css'
import { PropertyInput } from './PropertyInput.tsx'

/** A caption above a control, which has an accessible name of its own. */
const Captioned = (props: {
  caption: string
  className?: string | undefined
  error?: ReactNode
  children: ReactNode
}) => (
  <div className={classNames(classes.captioned, props.className)}>
    <span className={classes.caption} aria-hidden>
      {props.caption}
    </span>
    {props.children}
    {props.error}
  </div>
)

/** The error of a field, below its control. */
export const ErrorAt = ({ problems, field }: { problems: readonly FormProblem[]; field: string }) => {
  const message = problemAt(problems, field)
  return message === undefined ? null : <Problem id={`${fieldId(field)}-error`}>{message}</Problem>
}

/** The value or the two values that a condition compares with. */
export const Values = ({ condition, index, problems, onChange, onLeave }: ConditionProps) => {
  const { needs, form }: Operator = OPERATORS[condition.condition]
  const at = `conditions[${index}]`
  const control = (field: 'val' | 'val2', label: string) => ({
    ...bound(problems, `${at}.${field}`),
    label: `${label} of condition ${index + 1}`,
    value: condition[field] ?? '',
    onValue: (value: string) => onChange({ ...condition, [field]: value }),
    onLeave: () => onLeave(`${at}.${field}`),
  })
  if (needs === 'nothing') return null
  if (form === 'type')
    return (
      <Select
        {...control('val', 'Value')}
        options={[{ value: '', label: 'Choose a type' }, ...VALUE_TYPES.map((type) => ({ value: type, label: type }))]}
      />
    )
  if (form === 'schema')
    return <PlaceholderArea mono rows={6} {...control('val', 'Value')} placeholder={valueHint(condition)} />
  return (
    <span className={classes.values}>
      <PlaceholderInput
        mono
        {...control('val', needs === 'two' ? 'First value' : 'Value')}
        placeholder={valueHint(condition)}
      />
      {needs === 'two' && (
        <PlaceholderInput mono {...control('val2', 'Second value')} placeholder={valueHint(condition)} />
      )}
    </span>
  )
}

type OutcomeProps = ConditionProps & { readonly isTrue: boolean }

/** The outcome of one answer. */
export const OutcomeSelect = ({ condition, index, problems, onChange, isTrue }: OutcomeProps) => (
  <Select
    {...bound(problems, `conditions[${index}].on_${isTrue}.outcome`)}
    label={`Outcome if condition ${index + 1} ${isTrue ? 'holds' : 'does not hold'}`}
    value={outcomeShown(condition, isTrue)}
    options={outcomeOptions(condition.source)}
    onValue={(outcome) => onChange(withOutcome(condition, isTrue, outcome))}
  />
)

const Answer = (props: OutcomeProps) => {
  const { condition, index, problems, onChange, onLeave, isTrue } = props
  const field = `conditions[${index}].on_${isTrue}`
  const message = (isTrue ? condition.on_true : condition.on_false)?.message ?? ''
  const isShown = outcomeShown(condition, isTrue) !== 'none' || message !== ''
  return (
    <Captioned
      caption={isTrue ? 'If so, the run' : 'If not, the run'}
      error={<ErrorAt problems={problems} field={`${field}.outcome`} />}
    >
      <OutcomeSelect {...props} />
      {isShown && (
        <TextInput
          {...bound(problems, `${field}.message`)}
          label={`Message if condition ${index + 1} ${isTrue ? 'holds' : 'does not hold'}`}
          placeholder="Message on the result, optional"
          maxLength={400}
          value={message}
          onValue={(text) => onChange(withMessage(condition, isTrue, text))}
          onLeave={() => onLeave(`${field}.message`)}
        />
      )}
    </Captioned>
  )
}

const Tags = ({ condition, index, problems, onChange, onLeave }: ConditionProps) => {
  const input = (field: 'include_tags' | 'exclude_tags', caption: string, placeholder: string) => {
    const at = `conditions[${index}].${field}`
    return (
      <Captioned caption={caption} error={<ErrorAt problems={problems} field={at} />}>
        <TextInput
          {...bound(problems, at)}
          label={`${caption} of condition ${index + 1}`}
          placeholder={placeholder}
          value={listedOf(condition[field] ?? [])}
          onValue={(text) => onChange({ ...condition, [field]: membersOf(text) })}
          onLeave={() => onLeave(at)}
        />
      </Captioned>
    )
  }
  return (
    <>
      {input('include_tags', 'Only monitors with these tags', 'all monitors')}
      {input('exclude_tags', 'Not monitors with these tags', 'none')}
    </>
  )
}

const Variable = ({ condition, index, problems, onChange, onLeave }: ConditionProps) => {
  const { name = '', scope = 'workflow' } = condition.set_variable ?? {}
  const field = `conditions[${index}].set_variable.name`
  return (
    <Captioned caption="Store the value in a variable" error={<ErrorAt problems={problems} field={field} />}>
      <TextInput
        mono
        {...bound(problems, field)}
        label={`Variable of condition ${index + 1}`}
        placeholder="ORDER_ID, optional"
        maxLength={200}
        value={name}
        onValue={(text) => onChange(withVariable(condition, text.trim(), scope))}
        onLeave={() => onLeave(field)}
      />
      {name !== '' && (
        <Select
          label={`Where the variable of condition ${index + 1} is kept`}
          value={scope}
          options={SCOPE_OPTIONS}
          onValue={(chosen) => onChange(withVariable(condition, name, chosen))}
        />
      )}
    </Captioned>
  )
}

/** All fields of a condition. */
export const ConditionFields = (props: ConditionProps) => {
  const { condition, index, problems, groups, isOfProject, onChange, onLeave } = props
  const at = `conditions[${index}]`
  const rule = sourceRule(condition.source)
  const { needs, form }: Operator = OPERATORS[condition.condition]
  const [replaced, setReplaced] = useState<string | null>(null)
  const isWide = form === 'schema' && needs !== 'nothing'
  return (
    <div className={classes.fields} id={`${fieldId(at)}-fields`}>
      <Captioned caption="Source" error={<ErrorAt problems={problems} field={`${at}.source`} />}>
        <Select
          {...bound(problems, `${at}.source`)}
          label={`Source of condition ${index + 1}`}
          value={condition.source}
          options={sourceOptions(groups)}
          onValue={(source) => {
            const changed = withSource(condition, source)
            setReplaced(replacedNote(condition, changed))
            onChange(changed)
          }}
        />
        {replaced !== null && (
          <p className={classes.replaced} role="status">
            {replaced}
          </p>
        )}
      </Captioned>
      {rule.property !== null && (
        <Captioned
          caption={rule.property.label}
          className={classes.grows}
          error={<ErrorAt problems={problems} field={`${at}.property`} />}
        >
          <PropertyInput {...props} />
        </Captioned>
      )}
      <Captioned
        caption="Comparison"
        className={classes.starts}
        error={<ErrorAt problems={problems} field={`${at}.condition`} />}
      >
        <Select
          {...bound(problems, `${at}.condition`)}
          label={`Comparison of condition ${index + 1}`}
          value={condition.condition}
          options={operatorOptions(condition.source)}
          onValue={(operator) => {
            setReplaced(null)
            onChange(withOperator(condition, operator))
          }}
        />
      </Captioned>
      {needs !== 'nothing' && (
        <Captioned
          caption={rule.unit === 'ms' || rule.unit === 'bytes' ? `Value, ${rule.unit}` : 'Value'}
          className={isWide ? classes.whole : classes.grows}
          error={
            <>
              <ErrorAt problems={problems} field={`${at}.val`} />
              <ErrorAt problems={problems} field={`${at}.val2`} />
            </>
          }
        >
          <Values {...props} />
        </Captioned>
      )}
      <div className={classes.pairs}>
        <Answer {...props} isTrue />
        <Answer {...props} isTrue={false} />
        <Captioned caption="Name">
          <TextInput
            {...bound(problems, `${at}.name`)}
            label={`Name of condition ${index + 1}`}
            placeholder="The sentence above, unless given"
            maxLength={400}
            value={condition.name ?? ''}
            onValue={(name) => {
              const { name: _, ...rest } = condition
              onChange(name === '' ? rest : { ...rest, name })
            }}
            onLeave={() => onLeave(`${at}.name`)}
          />
        </Captioned>
        <Variable {...props} />
        {isOfProject && <Tags {...props} />}
      </div>
    </div>
  )
}
