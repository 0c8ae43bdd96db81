import { useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { CallbackUrl } from './CallbackUrl.tsx'
import { type ProviderRow, providerForm } from './provider-form.ts'

type ProviderFormProps = {
  /** Null for a new one. */
  readonly row: ProviderRow | null
  readonly onDone: () => void
}

/** Form of an OpenID provider. */
export const ProviderForm = ({ row, onDone }: ProviderFormProps) => {
  const world = useWorld()
  const [base] = useState(() => (row ? providerForm.formOf(row) : providerForm.blank))
  const form = useDialogForm({
    table: providerForm,
    base,
    async send(body) {
      if (row)
        await world.call('identity-provider.update', {
          params: { id: row.id },
          body: { ...body, if_last_update: row.last_update },
        })
      else await world.call('identity-provider.create', { body })
      world.tell(`“${body.name}” ${row ? 'changed' : 'added'}`)
      onDone()
    },
  })
  const title = row ? `Change “${row.name}”` : 'Add identity provider'
  return (
    <Card title={title}>
      <ShortForm
        form={form}
        title={title}
        failed="The identity provider was not saved"
        sending={row ? 'identity-provider.update' : 'identity-provider.create'}
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <div className="two">
          <FormField form={form} name="name" />
          <FormField form={form} name="button" />
          <FormField form={form} name="issuer" />
          <FormField form={form} name="scopes" />
        </div>
        {row && <FormField form={form} name="own_callback" />}
        <CallbackUrl issuer={form.draft.issuer} own_callback={form.draft.own_callback === 'yes'} />
        <div className="two">
          <FormField form={form} name="client_id" />
          <FormField
            form={form}
            name="client_secret"
            {...(row?.has_secret && { hint: 'Stored. Leave empty to keep it.' })}
          />
        </div>
        <FormField form={form} name="admits" />
        {form.draft.admits === 'yes' && <FormField form={form} name="domains" />}
        <FormField form={form} name="enabled" />
      </ShortForm>
    </Card>
  )
}
