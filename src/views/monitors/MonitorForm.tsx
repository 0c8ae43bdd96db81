import { useCallback } from 'react'
import { ConditionsEditor } from '../conditions/ConditionsEditor.tsx'
import { useWorld } from '../core/use-world.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { BodyField } from './BodyField.tsx'
import { withCurl } from './curl-form.ts'
import { FormSide } from './FormSide.tsx'
import type { Monitor } from './monitor-list.ts'
import { type MonitorFormState, withReentry } from './monitor-table.ts'
import { AddressFields, HeadersCard, ParametersCard, VariablesCard } from './RequestFields.tsx'
import { ScheduleChoice } from './ScheduleChoice.tsx'

type MonitorFormProps = {
  readonly form: MonitorFormState
  /** Null for a new monitor. */
  readonly monitor: Monitor | null
}

/** A monitor's form: its request, its conditions, and a preview of what is sent. */
export const MonitorForm = ({ form, monitor }: MonitorFormProps) => {
  const { draft, problems, change, touch } = form
  const world = useWorld()
  const onCurl = useCallback(
    (command: string) => {
      const read = withCurl(draft, command)
      if ('problem' in read) return world.tell(read.problem)
      change('', read.form)
      world.tell(['The form is filled from the curl command.', ...read.notes].join(' '))
    },
    [world, draft, change],
  )
  const shown = withReentry(form)
  return (
    <RecordForm form={form} noun="monitor" label="Monitor" beside={<FormSide form={form} monitor={monitor} />}>
      <AddressFields form={shown} onCurl={onCurl} />
      <ParametersCard form={shown} />
      <HeadersCard form={shown} />
      <BodyField
        request={draft.request}
        problems={problems}
        error={problemAt(problems, 'request.body')}
        onRequest={(request) => change('request', request)}
        onLeave={touch}
      />
      <VariablesCard form={shown} />
      <ConditionsEditor
        conditions={draft.conditions}
        breakOnFail={draft.breakOnFail}
        problems={problems}
        onConditions={(conditions) => change('conditions', conditions)}
        onBreakOnFail={(breakOnFail) => change('breakOnFail', breakOnFail)}
        onLeave={touch}
      />
      {monitor === null && <ScheduleChoice form={shown} />}
      <AdvancedFields form={shown} />
    </RecordForm>
  )
}
