import type { WebhookParameter } from '../../domain/alerts/webhook-parameter.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { problemAt } from '../kit/form/field-errors.ts'
import { fieldId } from '../parts/form/field-id.ts'
import { MonitorPick } from './MonitorPick.tsx'
import { SecretField } from './SecretField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { TokenPick } from './TokenPick.tsx'
import { isKept } from './webhook-form.ts'
import type { WebhookFormState } from './webhook-table.ts'

const Parameter = ({ form, parameter }: { form: WebhookFormState; parameter: WebhookParameter }) => {
  const { draft, base, isNew, problems, change, touch } = form
  const { name, label, kind, required, hint, isSecret } = parameter
  const path = `parameters.${name}`
  const control = {
    id: fieldId(path),
    value: draft.parameters[name] ?? '',
    onValue: (next: string) => change(path, next),
    onLeave: () => touch(path),
  }
  const field = { ...control, label, hint, optional: !required, error: problemAt(problems, path) }
  if (isSecret)
    return (
      <SecretField
        {...field}
        lines={kind === 'headers'}
        signs={name === 'secret'}
        stored={!isNew && isKept(base.parameters[name])}
      />
    )
  if (kind === 'template') return <TemplateField {...field} lines={name === 'text_template'} />
  return (
    <FormField form={form} name={path}>
      {kind === 'monitor' ? (
        <MonitorPick {...control} of="monitors" label="Choose a monitor" />
      ) : kind === 'workflow' ? (
        <MonitorPick {...control} of="workflows" label="Choose a workflow" />
      ) : kind === 'token' ? (
        <TokenPick {...control} />
      ) : undefined}
    </FormField>
  )
}

/** Fields of an alert's type, one for each parameter in the table of types. */
export const ParameterFields = ({ form }: { form: WebhookFormState }) =>
  WEBHOOK_TYPES[form.draft.type].parameters.map((parameter) => (
    <Parameter key={parameter.name} form={form} parameter={parameter} />
  ))
