import type { ReactNode } from 'react'
import { valueAt } from '../../../../machines/draft-path.ts'
import { Checkbox, Switch } from '../../parts/form/Checkbox.tsx'
import { Field, FieldGroup } from '../../parts/form/Field.tsx'
import { fieldId } from '../../parts/form/field-id.ts'
import { Select } from '../../parts/form/Select.tsx'
import { TextArea, TextInput } from '../../parts/form/TextInput.tsx'
import type { Control, DrawnField } from './field.ts'
import { problemAt } from './field-errors.ts'
import type { FormControls } from './use-record-form.ts'

type FormFieldProps<Name extends string> = {
  readonly form: FormControls<unknown, Name>
  readonly name: Name
  /** Words that depend on the draft, in place of those of the table. */
  readonly label?: ReactNode
  readonly hint?: ReactNode
  readonly placeholder?: string | undefined
  readonly options?: Extract<Control, { kind: 'choice' }>['options']
  readonly optional?: boolean
  readonly disabled?: boolean
  readonly className?: string | undefined
  /** A control of the form's own; label, hint and error are drawn around it. */
  readonly children?: ReactNode
}

/** A field of the table: label, control, error and hint. */
export const FormField = <Name extends string>(props: FormFieldProps<Name>) => {
  const { form, name, placeholder, disabled, className, children } = props
  const { control, ...words }: DrawnField = form.fields[name]
  const { label = words.label, hint = words.hint, optional = words.optional } = props
  const id = fieldId(name)
  const around = { label, hint, optional, className, id, error: problemAt(form.problems, name) }
  const value = valueAt(form.draft, name)
  const onValue = (next: unknown) => form.change(name, next)
  if (control?.kind === 'group') return <FieldGroup {...around}>{children}</FieldGroup>
  if (control?.kind === 'switch' || control?.kind === 'checkbox') {
    const Box = control.kind === 'switch' ? Switch : Checkbox
    return (
      <Box {...{ id, disabled, className, hint, onValue }} error={around.error} checked={value === true}>
        {label}
      </Box>
    )
  }
  const text = typeof value === 'string' ? value : ''
  const shared = { value: text, onValue, onLeave: () => form.touch(name), disabled }
  if (children !== undefined || control === undefined || control.kind === 'own')
    return <Field {...around}>{children}</Field>
  const { kind, ...look } = control
  const placed = { ...look, ...(placeholder !== undefined && { placeholder }) }
  return (
    <Field {...around}>
      {kind === 'choice' && <Select {...shared} name={name} options={props.options ?? control.options} />}
      {kind === 'lines' && <TextArea {...shared} {...placed} />}
      {kind === 'text' && <TextInput {...shared} {...placed} {...('autoComplete' in look && { name })} />}
    </Field>
  )
}
