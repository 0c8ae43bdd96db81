import { useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { daysOf, newServiceAccountForm, type ServiceAccountRow, serviceAccountForm } from './service-account-form.ts'

/** Form of a new service account; its key is shown once it is created. */
export const NewServiceAccount = ({ orgId, onDone }: { orgId: string; onDone: () => void }) => {
  const world = useWorld()
  const form = useDialogForm({
    table: newServiceAccountForm,
    base: newServiceAccountForm.blank,
    async send({ name, roles, expires }) {
      const body = { name: name.trim(), roles, expires_days: daysOf(expires) }
      const made = await world.call('service-account.create', { params: { org: orgId }, body })
      world.send('secret', {
        type: 'SHOW',
        title: `Key of “${made.name}”`,
        secret: made.secret,
        sample: '/api/2/account/projects',
      })
      onDone()
    },
  })
  return (
    <Card title="Add service account">
      <ShortForm
        form={form}
        title="Add service account"
        failed="The service account was not created"
        sending="service-account.create"
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <FormField form={form} name="name" />
        <FormField form={form} name="roles" />
        <FormField form={form} name="expires" />
      </ShortForm>
    </Card>
  )
}

/** Form that changes the name and the roles of a service account. */
export const EditServiceAccount = ({
  orgId,
  row,
  onDone,
}: {
  orgId: string
  row: ServiceAccountRow
  onDone: () => void
}) => {
  const world = useWorld()
  const [base] = useState(() => serviceAccountForm.formOf(row))
  const form = useDialogForm({
    table: serviceAccountForm,
    base,
    async send({ name, roles }) {
      const body = { name: name.trim(), roles, if_last_update: row.last_update }
      await world.call('service-account.update', { params: { org: orgId, id: row.id }, body })
      world.tell(`“${body.name}” changed`)
      onDone()
    },
  })
  const title = `Change “${row.name}”`
  return (
    <Card title={title}>
      <ShortForm
        form={form}
        title={title}
        failed="The service account was not changed"
        sending="service-account.update"
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <FormField form={form} name="name" />
        <FormField form={form} name="roles" />
      </ShortForm>
    </Card>
  )
}
