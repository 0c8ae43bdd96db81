import type { ReactNode } from 'react'
import { type Condition, OPERATORS, type Operator } from '../../domain/conditions/operators.ts'
import { Select } from '../parts/form/Select.tsx'
import { ErrorAt, OutcomeSelect, Values } from './ConditionFields.tsx'
import { operatorOptions, outcomeShown, withOperator } from './condition-form.ts'
import { bound, type ConditionProps } from './condition-props.ts'
import classes from './conditions.module.css'
import { PropertyInput } from './PropertyInput.tsx'

const Comparison = ({ condition, index, problems, onChange }: ConditionProps) => (
  <Select
    {...bound(problems, `conditions[${index}].condition`)}
    label={`Comparison of condition ${index + 1}`}
    value={condition.condition}
    options={operatorOptions(condition.source)}
    onValue={(operator) => onChange(withOperator(condition, operator))}
  />
)

const Errors = ({ index, problems }: ConditionProps) => (
  <div className={classes.faceErrors}>
    {['property', 'condition', 'val', 'val2', 'on_true.outcome', 'on_false.outcome'].map((part) => (
      <ErrorAt key={part} problems={problems} field={`conditions[${index}].${part}`} />
    ))}
  </div>
)

const row = (props: ConditionProps, columns: string | undefined, ...cells: ReactNode[]): ReactNode => (
  <div className={`${classes.face} ${columns}`}>
    {cells}
    <Errors {...props} />
  </div>
)

const isPlain = (condition: Condition): boolean =>
  outcomeShown(condition, false) === 'none' && condition.on_true !== undefined

/** A latency's row: metric, comparator, limit, outcome. One with an outcome for both answers is shown as a sentence. */
export const latencyFace = (props: ConditionProps): ReactNode => {
  const { needs }: Operator = OPERATORS[props.condition.condition]
  if (!isPlain(props.condition) || needs === 'two') return null
  return row(
    props,
    classes.latency,
    <PropertyInput key="metric" narrow {...props} />,
    <Comparison key="comparison" {...props} />,
    <Values key="limit" {...props} />,
    <OutcomeSelect key="outcome" {...props} isTrue />,
  )
}

/** A status code's row: codes or classes, outcome. */
export const statusFace = (props: ConditionProps): ReactNode => {
  const { condition } = props
  if (!isPlain(condition) || condition.condition !== 'in') return null
  return row(
    props,
    classes.status,
    <Values key="codes" {...props} />,
    <OutcomeSelect key="outcome" {...props} isTrue />,
  )
}

/** A header's row: header, operator, value, both outcomes. */
export const headerFace = (props: ConditionProps): ReactNode => {
  if (props.condition.source !== 'header') return null
  const { needs }: Operator = OPERATORS[props.condition.condition]
  if (needs === 'two') return null
  return row(
    props,
    classes.header,
    <PropertyInput key="name" narrow {...props} />,
    <Comparison key="comparison" {...props} />,
    needs === 'nothing' ? <span key="value" /> : <Values key="value" {...props} />,
    <OutcomeSelect key="true" {...props} isTrue />,
    <OutcomeSelect key="false" {...props} isTrue={false} />,
  )
}
