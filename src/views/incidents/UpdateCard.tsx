import { useEffect, useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { Card } from '../parts/text/Card.tsx'
import type { OneIncident } from './IncidentDialog.tsx'
import { updateTable } from './incident-form.ts'
import { keptUpdates } from './kept-updates.ts'

type FormProps = { readonly incident: OneIncident; readonly onPosted: () => void }

const UpdateForm = ({ incident, onPosted }: FormProps) => {
  const { id, state, published } = incident
  const world = useWorld()
  const [base] = useState(
    () => keptUpdates.get(id) ?? { text: '', state, visibility: published === null ? 'internal' : 'public' },
  )
  const form = useDialogForm({
    table: updateTable,
    base,
    send: async (body) => {
      await world.call('incident.post', { params: { id }, body })
      keptUpdates.delete(id)
      world.tell('Update posted')
      onPosted()
    },
  })
  const { draft } = form
  useEffect(() => {
    if (draft.text.trim() === '') keptUpdates.delete(id)
    else keptUpdates.set(id, draft)
  }, [draft, id])
  return (
    <ShortForm form={form} title="Update" failed="The update was not posted" sending="incident.post" cancel={null}>
      <FormField form={form} name="text" />
      <div className="two">
        <FormField form={form} name="state" />
        <FormField
          form={form}
          name="visibility"
          hint={
            draft.visibility === 'public' && published === null
              ? 'Shown once the incident is published.'
              : 'Authors are never shown to the public.'
          }
        />
      </div>
    </ShortForm>
  )
}

/** Form that posts an update. A text that was begun is kept while another page is open. */
export const UpdateCard = ({ incident }: { incident: OneIncident }) => {
  const [posted, setPosted] = useState(0)
  return (
    <Card title="Post an update">
      <UpdateForm
        key={`${posted} ${incident.ended === null}`}
        incident={incident}
        onPosted={() => setPosted((count) => count + 1)}
      />
    </Card>
  )
}
