import { useState } from 'react'
import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { useWorld } from '../core/use-world.ts'
import { DialogForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { incidentTable } from './incident-form.ts'

/** An incident as its page shows it. */
export type OneIncident = AnswerOf<ProductContract['incident.read']>

/** Dialog that opens an incident, or changes one. */
export const IncidentDialog = ({ incident }: { incident: OneIncident | null }) => {
  const world = useWorld()
  // The change is based on the version that the dialog was opened with.
  const [opened] = useState(incident)
  const base = opened
    ? {
        title: opened.title,
        impact: opened.impact,
        cause: opened.cause,
        cause_public: opened.cause_public ? 'yes' : 'no',
      }
    : incidentTable.blank
  const form = useDialogForm({
    table: incidentTable,
    base,
    send: async (body) => {
      const { cause_public, ...draft } = body
      const saved = opened
        ? await world.call('incident.update', {
            params: { id: opened.id },
            body: { ...body, if_last_update: opened.last_update },
          })
        : await world.call('incident.create', { body: draft })
      world.tell(opened ? `“${saved.title}” saved` : `“${saved.title}” opened`)
      world.go('incident', { incidentId: saved.id })
    },
  })
  const { draft } = form
  return (
    <DialogForm
      form={form}
      title={opened ? 'Edit incident' : 'Open incident'}
      failed={opened ? 'The incident was not saved' : 'The incident was not opened'}
      sending={opened ? 'incident.update' : 'incident.create'}
      closing={{ command: 'incident.close-form' }}
      holdsInput={draft.title !== base.title || draft.cause !== base.cause}
    >
      <FormField form={form} name="title" />
      <FormField form={form} name="impact" />
      <FormField form={form} name="cause" />
      {opened && <FormField form={form} name="cause_public" />}
    </DialogForm>
  )
}
