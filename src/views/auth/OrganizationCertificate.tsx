import { useResource } from '../core/use-resource.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select } from '../parts/form/Select.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import type { AuthFormState } from './auth-table.ts'

/** The choice of a certificate of the organization, instead of one that is entered here. */
export const OrganizationCertificate = ({ form }: { form: AuthFormState }) => {
  const { draft, change } = form
  const { data } = useResource('auth-setting.certificates', {})
  const certificates = data?.data ?? []
  const isGone =
    data !== undefined && draft.certificateId !== '' && !certificates.some(({ id }) => id === draft.certificateId)
  if (data && certificates.length === 0 && draft.certificateId === '') return null
  return (
    <>
      {isGone && (
        <Notice kind="fail" title="The certificate of this auth setting was deleted.">
          Calls with this auth setting are not made. Choose another certificate, or none.
        </Notice>
      )}
      <FormField form={form} name="certificateId">
        <Select
          id={fieldId('certificateId')}
          value={draft.certificateId}
          onValue={(id) => change('certificateId', id)}
          options={[
            { value: '', label: 'None' },
            ...(isGone ? [{ value: draft.certificateId, label: 'Deleted certificate' }] : []),
            ...certificates.map(({ id, name, origins }) => ({ value: id, label: `${name} (${origins.join(', ')})` })),
          ]}
        />
      </FormField>
    </>
  )
}
