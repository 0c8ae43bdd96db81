import { useCallback, useMemo } from 'react'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { leadToField } from '../parts/form/lead-to-field.ts'
import { Card } from '../parts/text/Card.tsx'
import { ForCard } from './ForCard.tsx'
import classes from './form.module.css'
import { MessagePreview } from './MessagePreview.tsx'
import { NoMailServer } from './NoMailServer.tsx'
import { ParameterFields } from './ParameterFields.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { ReplayCard } from './ReplayCard.tsx'
import { TestCard } from './TestCard.tsx'
import { useTest } from './use-test.ts'
import { VerifyCard } from './VerifyCard.tsx'
import { WhenCard } from './WhenCard.tsx'
import { draftOf, suggestedName } from './webhook-form.ts'
import type { WebhookFormState } from './webhook-table.ts'

type WebhookFormProps = {
  readonly form: WebhookFormState
  /** Null for a new alert. */
  readonly webhookId: string | null
}

/** An alert's form: its channel, when it is sent and for which monitors; beside it a test and a preview of the message. */
export const WebhookForm = ({ form, webhookId }: WebhookFormProps) => {
  const { draft, all, isNew, touch } = form
  const type = WEBHOOK_TYPES[draft.type]
  const showAll = useCallback(() => {
    for (const { field } of all) touch(field)
    leadToField(fieldId(all[0]?.field ?? ''))
  }, [all, touch])
  const test = useTest({ form: draft, webhookId, ready: all.length === 0, onUnready: showAll })
  const request = useMemo(
    () => ({ ...draftOf(draft), ...(webhookId !== null && { id: webhookId }) }),
    [draft, webhookId],
  )
  return (
    <RecordForm
      form={form}
      noun="alert"
      label="Alert"
      columns={classes.columns}
      beside={
        <aside className="stack" aria-label="Help for this form">
          <TestCard test={test} ready={all.length === 0} />
          <MessagePreview form={draft} />
          {draft.type === 'webhook' && <VerifyCard />}
        </aside>
      }
    >
      <NoMailServer type={draft.type} />
      <Card
        title={type.title}
        sub={type.description}
        actions={!isNew && <FormField form={form} name="enabled" label={draft.enabled ? 'On' : 'Off'} />}
      >
        <div className="stack">
          <ParameterFields form={form} />
          <FormField form={form} name="name" optional={isNew} placeholder={suggestedName(draft)} />
        </div>
      </Card>
      <WhenCard form={form} />
      <PolicyCard form={form} />
      <ForCard form={form} />
      <ReplayCard request={request} />
    </RecordForm>
  )
}
