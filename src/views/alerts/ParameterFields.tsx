import { WEBHOOK_TYPES, type WebhookParameter } from '../../domain/alerts/webhook-types.ts'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { type FieldProblem, problemAt } from './form-problems.ts'
import { MonitorPick } from './MonitorPick.tsx'
import { SecretField } from './SecretField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { isKept, type WebhookForm } from './webhook-form.ts'

export type FieldsProps = {
  readonly form: WebhookForm
  /** What is stored; null for an alert that is not there yet. */
  readonly base: WebhookForm | null
  readonly problems: readonly FieldProblem[]
  readonly onChange: (path: string, value: unknown) => void
  readonly onLeave: (path: string) => void
}

const PLACEHOLDERS: Partial<Record<WebhookParameter['kind'], string>> = { url: 'https://', emails: 'ops@example.com' }

const Parameter = ({ parameter, ...props }: FieldsProps & { parameter: WebhookParameter }) => {
  const { form, base, problems, onChange, onLeave } = props
  const { name, label, kind, required, hint, isSecret, choices, initial } = parameter
  const path = `parameters.${name}`
  const value = form.parameters[name] ?? ''
  const shared = {
    id: fieldId(path),
    value,
    onValue: (next: string) => onChange(path, next),
    onLeave: () => onLeave(path),
  }
  const field = { label, hint, optional: !required, id: shared.id, error: problemAt(problems, path) }
  if (isSecret)
    return (
      <SecretField
        {...field}
        {...shared}
        lines={kind === 'headers'}
        signs={name === 'secret'}
        stored={isKept(base?.parameters[name])}
      />
    )
  if (kind === 'template') return <TemplateField {...field} {...shared} lines={name === 'text_template'} />
  if (kind === 'monitor')
    return (
      <Field {...field}>
        <MonitorPick {...shared} label="Choose a monitor" />
      </Field>
    )
  if (kind === 'choice')
    return (
      <Field {...field}>
        <Select
          {...shared}
          options={[
            ...(initial === undefined ? [{ value: '', label: 'As usual' }] : []),
            ...(choices ?? []).map((choice) => ({ value: choice.value, label: choice.words })),
          ]}
        />
      </Field>
    )
  return (
    <Field {...field}>
      <TextInput
        {...shared}
        mono={kind === 'url'}
        inputMode={kind === 'url' ? 'url' : kind === 'emails' ? 'email' : 'text'}
        placeholder={PLACEHOLDERS[kind]}
        autoComplete="off"
      />
    </Field>
  )
}

/** What an alert’s type asks for, a field each, as the table of types has them. */
export const ParameterFields = (props: FieldsProps) =>
  WEBHOOK_TYPES[props.form.type].parameters.map((parameter) => (
    <Parameter key={parameter.name} parameter={parameter} {...props} />
  ))
