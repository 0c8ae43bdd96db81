import { useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { type CertificateRow, certificateForm, newCertificateForm } from './certificate-form.ts'
import { PemFile } from './PemFile.tsx'

type CertificateFormProps = {
  readonly orgId: string
  /** Null for a new one. */
  readonly row: CertificateRow | null
  readonly onDone: () => void
}

/** Form of a certificate: pasted, or read from files. */
export const CertificateForm = ({ orgId, row, onDone }: CertificateFormProps) => {
  const world = useWorld()
  const [base] = useState(() => (row ? certificateForm.formOf(row) : newCertificateForm.blank))
  const form = useDialogForm({
    table: row ? certificateForm : newCertificateForm,
    base,
    async send({ name, certificate, private_key, passphrase, origins }) {
      const body = {
        name: name.trim(),
        origins,
        ...(certificate && { certificate }),
        ...(private_key && { private_key }),
        ...(passphrase && { passphrase }),
      }
      if (row) await world.call('certificate.update', { params: { org: orgId, id: row.id }, body })
      else
        await world.call('certificate.create', {
          params: { org: orgId },
          body: { ...body, certificate: certificate ?? '', private_key: private_key ?? '' },
        })
      world.tell(`“${body.name}” ${row ? 'changed' : 'added'}`)
      onDone()
    },
  })
  const title = row ? `Change “${row.name}”` : 'Add certificate'
  const kept = row ? 'Leave empty to keep the stored one.' : undefined
  return (
    <Card title={title}>
      <ShortForm
        form={form}
        title={title}
        failed="The certificate was not saved"
        sending={row ? 'certificate.update' : 'certificate.create'}
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <FormField form={form} name="name" />
        <FormField form={form} name="certificate" {...(kept && { hint: kept })} />
        <PemFile label="Certificate from a file" onText={(text) => form.change('certificate', text)} />
        <FormField form={form} name="private_key" {...(kept && { hint: kept })} />
        <PemFile label="Private key from a file" onText={(text) => form.change('private_key', text)} />
        <FormField form={form} name="passphrase" />
        <FormField form={form} name="origins" />
      </ShortForm>
    </Card>
  )
}
