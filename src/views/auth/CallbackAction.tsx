import { useResource } from '../core/use-resource.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import type { AuthFormState } from './auth-table.ts'

/** The choice of the monitor that runs when somebody has signed in at the provider. */
export const CallbackAction = ({ form }: { form: AuthFormState }) => {
  const { draft, change } = form
  const { data } = useResource('monitor.list', {})
  const monitors = data?.data ?? []
  const isListed = draft.callbackId === '' || monitors.some(({ id }) => id === draft.callbackId)
  return (
    <FormField form={form} name="callbackId">
      <Select
        id={fieldId('callbackId')}
        value={draft.callbackId}
        onValue={(id) => change('callbackId', id)}
        options={[
          { value: '', label: 'Nothing' },
          ...(isListed ? [] : [{ value: draft.callbackId, label: data ? 'Another monitor' : 'A monitor' }]),
          ...monitors.map(({ id, meta }) => ({ value: id, label: meta.name })),
        ]}
      />
    </FormField>
  )
}
