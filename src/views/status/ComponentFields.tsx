import { problemAt } from '../kit/form/field-errors.ts'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { Field, FieldGroup } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { TextInput } from '../parts/form/TextInput.tsx'
import { FacetButton, type FacetOption } from '../parts/table/FacetButton.tsx'
import { nameHint } from './name-hint.ts'
import classes from './status.module.css'
import type { ComponentRow, StatusForm } from './status-form.ts'

type ComponentFieldsProps = {
  readonly form: RecordFormState<StatusForm>
  readonly row: ComponentRow
  readonly index: number
  readonly monitors: readonly FacetOption[]
}

/** The fields of one component. */
export const ComponentFields = ({ form, row, index, monitors }: ComponentFieldsProps) => {
  const at = `components[${index}]`
  const set = (changes: Partial<ComponentRow>) =>
    form.change('components', form.draft.components.with(index, { ...row, ...changes }))
  // Errors of one monitor or tag are shown at the whole field.
  const errorOf = (part: string) =>
    problemAt(form.problems, `${at}.${part}`) ??
    form.problems.find(({ field }) => field.startsWith(`${at}.${part}[`))?.message
  const input = (part: 'name' | 'group' | 'description' | 'tags', maxLength: number, placeholder = '') => (
    <TextInput
      id={fieldId(`${at}.${part}`)}
      value={row[part]}
      maxLength={maxLength}
      placeholder={placeholder}
      autoComplete="off"
      onValue={(text) => set({ [part]: text })}
      onLeave={() => form.touch(`${at}.${part}`)}
    />
  )
  const around = (part: string) => ({ id: fieldId(`${at}.${part}`), error: errorOf(part) })
  return (
    <div className={classes.fields}>
      <Field label={`Public name of component ${index + 1}`} {...around('name')} hint={nameHint(row.name)}>
        {input('name', 100, 'Checkout')}
      </Field>
      <Field label="Group" optional {...around('group')}>
        {input('group', 100)}
      </Field>
      <Field label="Description" optional {...around('description')}>
        {input('description', 500)}
      </Field>
      <Field label="Monitors with these tags" optional {...around('tags')}>
        {input('tags', 2000, 'checkout, critical')}
      </Field>
      <FieldGroup label="Monitors" {...around('monitors')}>
        <p>
          <FacetButton
            label="Monitors"
            options={monitors}
            chosen={row.monitors}
            onValue={(chosen) => set({ monitors: chosen })}
          />
        </p>
      </FieldGroup>
    </div>
  )
}
