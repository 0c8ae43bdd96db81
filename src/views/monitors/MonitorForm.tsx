import { useCallback } from 'react'
import { useAttempts } from '../core/use-attempts.ts'
import type { DraftState } from '../core/use-draft.ts'
import { useWorld } from '../core/use-world.ts'
import classes from '../kit/form/edit.module.css'
import { Act } from '../parts/act/Act.tsx'
import { ErrorSummary } from '../parts/form/ErrorSummary.tsx'
import { Form } from '../parts/form/Form.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { SaveBar } from '../parts/form/SaveBar.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { BodyField } from './BodyField.tsx'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { withCurl } from './curl-form.ts'
import { FormSide } from './FormSide.tsx'
import { changedParts, placesOf } from './form-changes.ts'
import { type FieldProblem, problemAt, withReentry } from './form-problems.ts'
import type { MonitorForm as MonitorFormValue } from './monitor-form.ts'
import type { Monitor } from './monitor-list.ts'
import { AddressFields, HeadersCard, ParametersCard, VariablesCard } from './RequestFields.tsx'

type MonitorFormProps = {
  readonly state: DraftState<MonitorFormValue>
  readonly base: MonitorFormValue
  /** Null for a monitor that is not there yet. */
  readonly monitor: Monitor | null
  /** All that keeps the form from being saved, shown or not. */
  readonly problems: readonly FieldProblem[]
}

const partOf = (field: string): string => {
  const [, row, part] = /\[(\d+)\]\.?(\w*)/.exec(field) ?? []
  const place = row === undefined ? '' : ` ${Number(row) + 1}`
  const of = part === 'value' ? ' value' : part === 'key' ? ' name' : ''
  if (field.startsWith('request.headers')) return `Header${place}${of}`
  if (field.startsWith('request.parameters')) return `Parameter${place}${of}`
  if (field.startsWith('request.variables')) return `Variable${place}${of}`
  if (field.startsWith('conditions')) return `Condition${place}`
  const words: Readonly<Record<string, string>> = {
    'meta.name': 'Name',
    'meta.tags': 'Tags',
    'meta.workspace': 'Environment',
    'request.url': 'Address',
    'request.body': 'Body',
    'request.allowed_origins': 'Allowed origins',
    'request.timeout_seconds': 'Time-out',
  }
  return words[field] ?? 'Form'
}

/** A monitor's form: what is called, what is asked of the answer, and what goes over the wire. */
export const MonitorForm = ({ state, base, monitor, problems: all }: MonitorFormProps) => {
  const { draft, problems, change, touch, dirty, saving, saveError, newer } = state
  const world = useWorld()
  const attempts = useAttempts(state, all)
  const onCurl = useCallback(
    (command: string) => {
      const read = withCurl(draft, command)
      if ('problem' in read) return world.tell(read.problem)
      change('', read.form)
      world.tell(['The form is filled from the curl command.', ...read.notes].join(' '))
    },
    [world, draft, change],
  )
  const fields = { form: draft, problems: withReentry(problems, base, draft), onChange: change, onLeave: touch }
  const parts = changedParts(base, draft)
  return (
    <>
      <div className={classes.columns}>
        <Form command="form.save" label="Monitor">
          <ErrorSummary
            attempt={attempts}
            problems={problems.map(({ field, message }) => ({
              id: fieldId(field),
              text: `${partOf(field)}: ${message}`,
            }))}
            title={saveError && problems.length === 0 ? `${saveError.message} Nothing was saved.` : undefined}
          />
          {newer && (
            <Notice
              kind="warning"
              title="Someone else changed this monitor while you were editing."
              actions={<Act command="form.discard" size="small" label="Use their version" />}
            >
              Saving replaces their version. “Use their version” discards your changes.
            </Notice>
          )}
          {dirty && monitor && (
            <Notice kind="info">“Try it” runs the monitor as it is stored: save first to try your changes.</Notice>
          )}
          <AddressFields {...fields} onCurl={onCurl} />
          <ParametersCard {...fields} />
          <HeadersCard {...fields} />
          <BodyField
            request={draft.request}
            error={problemAt(problems, 'request.body')}
            onRequest={(request) => change('request', request)}
            onLeave={touch}
          />
          <VariablesCard {...fields} />
          <ConditionsEditor
            conditions={draft.conditions}
            breakOnFail={draft.breakOnFail}
            problems={problems}
            onConditions={(conditions) => change('conditions', conditions)}
            onBreakOnFail={(breakOnFail) => change('breakOnFail', breakOnFail)}
            onLeave={touch}
          />
          <AdvancedFields {...fields} />
        </Form>
        <FormSide form={draft} monitor={monitor} />
      </div>
      {dirty && (
        <SaveBar
          count={parts.length}
          places={`${placesOf(parts)}${newer ? '; somebody else saved this monitor meanwhile' : ''}`}
          discarding={{ command: 'form.discard' }}
          saving={{ command: 'form.save' }}
          label={monitor ? undefined : 'Create monitor'}
          pending={saving}
        />
      )}
    </>
  )
}
