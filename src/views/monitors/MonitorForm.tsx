import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Trial } from '../../commands/runs/trials.ts'
import { TriedConditions } from '../conditions/TriedConditions.tsx'
import { useCommonConditions } from '../conditions/use-common-conditions.ts'
import { useSamples } from '../conditions/use-samples.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useCurrentRoute } from '../core/use-current-route.ts'
import { useWorld } from '../core/use-world.ts'
import { usePlaceholders } from '../environments/use-placeholders.ts'
import { membersOf } from '../kit/form/comma-list.ts'
import { problemAt } from '../kit/form/field-errors.ts'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { leadToField } from '../parts/form/lead-to-field.ts'
import { PlaceholderContext } from '../parts/form/PlaceholderInput.tsx'
import { AdvancedFields } from './AdvancedFields.tsx'
import { AuthCard } from './AuthCard.tsx'
import { BodyField } from './BodyField.tsx'
import { CurlDialog } from './CurlDialog.tsx'
import { withCurl } from './curl-form.ts'
import { FormSide } from './FormSide.tsx'
import type { Monitor } from './monitor-list.ts'
import { type MonitorFormState, withReentry } from './monitor-table.ts'
import { AddressFields, HeadersCard, ParametersCard, VariablesCard } from './RequestFields.tsx'
import { ScheduleChoice } from './ScheduleChoice.tsx'
import { trialSample } from './trial-sample.ts'

type MonitorFormProps = {
  readonly form: MonitorFormState
  /** Null for a new monitor. */
  readonly monitor: Monitor | null
}

/** A monitor's form: its request, its conditions, and a preview of what is sent. */
export const MonitorForm = ({ form, monitor }: MonitorFormProps) => {
  const { draft, problems, change, touch } = form
  const world = useWorld()
  const { search } = useCurrentRoute()
  const [isAsking, setAsking] = useState(monitor === null && search.from === 'curl')
  const onAsked = useCallback(({ type }: { type: string }) => {
    if (type === 'FROM_CURL') setAsking(true)
    else if (type === 'CLOSE_CURL') setAsking(false)
  }, [])
  useScreenEvents('screen', onAsked)
  // The first field that the command filled; the closing dialog gives the focus back before this effect.
  const [filled, setFilled] = useState<string | null>(null)
  useEffect(() => {
    if (filled === null) return
    leadToField(fieldId(filled))
    setFilled(null)
  }, [filled])
  const onCurl = useCallback(
    (command: string) => {
      const read = withCurl(draft, command)
      setAsking(false)
      if ('problem' in read) return world.tell(read.problem)
      change('', read.form)
      setFilled(draft.meta.name === '' ? 'meta.name' : 'request.url')
      world.tell(['The form is filled from the curl command.', ...read.notes].join(' '))
    },
    [world, draft, change],
  )
  const shown = withReentry(form)
  const [trial, setTrial] = useState<Trial | null>(null)
  const samples = useSamples(
    monitor?.id ?? null,
    useMemo(() => trialSample(trial), [trial]),
  )
  const tags = draft.meta.tags
  const common = useCommonConditions(useMemo(() => membersOf(tags), [tags]))
  const placeholders = usePlaceholders(draft.meta.workspace, draft.request.variables)
  return (
    <PlaceholderContext value={placeholders}>
      <RecordForm
        form={form}
        noun="monitor"
        label="Monitor"
        beside={
          <>
            <FormSide form={form} monitor={monitor} onTrial={setTrial} />
            {isAsking && <CurlDialog onCurl={onCurl} />}
          </>
        }
      >
        <AddressFields form={shown} onCurl={onCurl} />
        <ParametersCard form={shown} />
        <HeadersCard form={shown} />
        <AuthCard form={shown} />
        <BodyField
          request={draft.request}
          problems={problems}
          error={problemAt(problems, 'request.body')}
          onRequest={(request) => change('request', request)}
          onLeave={touch}
        />
        <VariablesCard form={shown} />
        <TriedConditions
          samples={samples}
          common={draft.ignoreProject ? null : common}
          conditions={draft.conditions}
          breakOnFail={draft.breakOnFail}
          problems={problems}
          onConditions={(conditions) => change('conditions', conditions)}
          onBreakOnFail={(breakOnFail) => change('breakOnFail', breakOnFail)}
          numericTexts={draft.numericTexts}
          onNumericTexts={(numericTexts) => change('numericTexts', numericTexts)}
          onLeave={touch}
        />
        {monitor === null && <ScheduleChoice form={shown} />}
        <AdvancedFields form={shown} />
      </RecordForm>
    </PlaceholderContext>
  )
}
