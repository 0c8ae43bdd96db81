import { useState } from 'react'
import { useWorld } from '../core/use-world.ts'
import { ShortForm } from '../kit/form/DialogForm.tsx'
import { FormField } from '../kit/form/FormField.tsx'
import { useDialogForm } from '../kit/form/use-dialog-form.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import type { AgentRow } from './agent-words.tsx'
import { boundOptions } from './bound-choice.ts'
import { locationForm, placeBody, placeDraft } from './location-form.ts'

/** Form of an agent's location, which all agents there share. */
export const LocationForm = ({ agent, onDone }: { readonly agent: AgentRow; readonly onDone: () => void }) => {
  const world = useWorld()
  const options = boundOptions(world, agent.bound_to)
  const [base] = useState(() => placeDraft(agent))
  const form = useDialogForm({
    table: locationForm,
    base,
    async send(draft) {
      const saved = await world.call('agent.place', { params: { id: agent.id }, body: placeBody(draft, base) })
      world.tell(`Location “${saved.name}” changed`)
      onDone()
    },
  })
  return (
    <Card title="Change location" sub="for all its agents">
      <ShortForm
        form={form}
        title="Change location"
        failed="The location was not changed"
        sending="agent.place"
        cancel={<FormButton label="Cancel" icon="close" kind="ghost" onPress={onDone} />}
      >
        <FormField form={form} name="name" />
        <div className="two">
          <FormField form={form} name="cloud" />
          <FormField form={form} name="region" />
        </div>
        <div className="two">
          <FormField form={form} name="city" />
          <FormField form={form} name="country" />
        </div>
        <FormField form={form} name="coordinates" />
        <FormField form={form} name="bound" options={options} />
      </ShortForm>
    </Card>
  )
}
