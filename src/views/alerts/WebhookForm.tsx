import { useCallback, useMemo } from 'react'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { useAttempts } from '../core/use-attempts.ts'
import type { DraftState } from '../core/use-draft.ts'
import { placesOf } from '../monitors/form-changes.ts'
import { Act } from '../parts/act/Act.tsx'
import { Switch } from '../parts/form/Checkbox.tsx'
import { ErrorSummary } from '../parts/form/ErrorSummary.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Form } from '../parts/form/Form.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { SaveBar } from '../parts/form/SaveBar.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { ForCard } from './ForCard.tsx'
import classes from './form.module.css'
import { changedParts } from './form-changes.ts'
import { type FieldProblem, problemAt } from './form-problems.ts'
import { MessagePreview } from './MessagePreview.tsx'
import { NoMailServer } from './NoMailServer.tsx'
import { ParameterFields } from './ParameterFields.tsx'
import { TestCard } from './TestCard.tsx'
import { useTest } from './use-test.ts'
import { VerifyCard } from './VerifyCard.tsx'
import { WhenCard } from './WhenCard.tsx'
import { suggestedName, type WebhookForm as WebhookFormValue } from './webhook-form.ts'

type WebhookFormProps = {
  readonly state: DraftState<WebhookFormValue>
  readonly base: WebhookFormValue
  /** Null for an alert that is not there yet. */
  readonly webhookId: string | null
  /** All that keeps the form from being saved, shown or not. */
  readonly problems: readonly FieldProblem[]
}

/** An alert's form: where it goes, when it is sent and for which monitors; beside it a test, and what is sent. */
export const WebhookForm = ({ state, base, webhookId, problems: all }: WebhookFormProps) => {
  const { draft, problems, change, touch, dirty, saving, saveError, newer } = state
  const attempts = useAttempts(state, all)
  const isNew = webhookId === null
  const type = WEBHOOK_TYPES[draft.type]
  const showAll = useCallback(() => {
    for (const { field } of all) touch(field)
    document.getElementById(fieldId(all[0]?.field ?? ''))?.focus()
  }, [all, touch])
  const test = useTest({ form: draft, webhookId, ready: all.length === 0, onUnready: showAll })
  const parts = useMemo(() => changedParts(base, draft), [base, draft])
  const fields = { form: draft, base: isNew ? null : base, problems, onChange: change, onLeave: touch }
  return (
    <>
      <div className={classes.columns}>
        <Form command="form.save" label="Alert">
          <ErrorSummary
            attempt={attempts}
            problems={problems.map(({ field, message }) => ({ id: fieldId(field), text: message }))}
            title={saveError && problems.length === 0 ? `${saveError.message} Nothing was saved.` : undefined}
          />
          {newer && (
            <Notice
              kind="warning"
              title="Someone else changed this alert while you were editing."
              actions={<Act command="form.discard" size="small" label="Use their version" />}
            >
              Saving replaces their version. “Use their version” discards your changes.
            </Notice>
          )}
          <NoMailServer type={draft.type} />
          <Card
            title={type.title}
            sub={type.description}
            actions={
              !isNew && (
                <Switch checked={draft.enabled} onValue={(enabled) => change('enabled', enabled)}>
                  {draft.enabled ? 'On' : 'Off'}
                </Switch>
              )
            }
          >
            <div className="stack">
              <ParameterFields {...fields} />
              <Field
                label="Name"
                optional={isNew}
                id={fieldId('name')}
                error={problemAt(problems, 'name')}
                hint="What it is called in lists, in the console and in messages."
              >
                <TextInput
                  value={draft.name}
                  maxLength={400}
                  placeholder={suggestedName(draft)}
                  onValue={(name) => change('name', name)}
                  onLeave={() => touch('name')}
                />
              </Field>
            </div>
          </Card>
          <WhenCard {...fields} />
          <ForCard {...fields} />
        </Form>
        <aside className="stack" aria-label="Help for this form">
          <TestCard test={test} ready={all.length === 0} />
          <MessagePreview form={draft} />
          {draft.type === 'webhook' && <VerifyCard />}
        </aside>
      </div>
      {(dirty || (isNew && all.length === 0)) && (
        <SaveBar
          count={Math.max(1, parts.length)}
          places={newer ? `${placesOf(parts)}; somebody else saved this alert meanwhile` : placesOf(parts)}
          discarding={{ command: 'form.discard' }}
          saving={{ command: 'form.save' }}
          label={isNew ? 'Create alert' : undefined}
          pending={saving}
        />
      )}
    </>
  )
}
