import { useCallback, useMemo } from 'react'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import { CommonConditions } from '../conditions/CommonConditions.tsx'
import { conditionsTable } from '../conditions/conditions-table.ts'
import { TriedConditions } from '../conditions/TriedConditions.tsx'
import { useCommonConditions } from '../conditions/use-common-conditions.ts'
import { useSamples } from '../conditions/use-samples.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { usePlaceholders } from '../environments/use-placeholders.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Act } from '../parts/act/Act.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { leadToField } from '../parts/form/lead-to-field.ts'
import { PlaceholderContext } from '../parts/form/PlaceholderInput.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Notice } from '../parts/text/Notice.tsx'
import { useTrial } from '../runs/use-trial.ts'
import type { Monitor } from './monitor-list.ts'
import { trialPartOf } from './trial-part.ts'
import { trialSample } from './trial-sample.ts'

const Editor = ({ monitor, judged }: { monitor: Monitor; judged: ConditionSet }) => {
  const { id, meta } = monitor
  const form = useRecordForm({
    table: conditionsTable,
    key: `conditions:${id}`,
    base: conditionsTable.formOf(judged),
    async save(body, { world }) {
      const stored = await world.call('monitor.judge', { params: { id }, body })
      world.tell(`Conditions of “${meta.name}” saved`)
      return stored
    },
  })
  const { draft, problems, all, change, touch } = form
  const tried = useMemo(() => trialPartOf(monitor), [monitor])
  const body = useMemo(
    () => ({ ...tried, conditions: conditionsTable.bodyOf(draft), monitor_id: id, location_id: null }),
    [tried, draft, id],
  )
  const onUnready = useCallback(() => {
    for (const { field } of all) touch(field)
    leadToField(fieldId(all[0]?.field ?? ''))
  }, [all, touch])
  const { trial, trying, failure } = useTrial({ body, ready: all.length === 0, onUnready })
  const samples = useSamples(
    id,
    useMemo(() => trialSample(trial), [trial]),
  )
  const common = useCommonConditions(meta.tags)
  const placeholders = usePlaceholders(
    meta.workspace,
    (monitor.type === 'api' ? monitor.request : monitor.setup).variables ?? [],
  )
  return (
    <PlaceholderContext value={placeholders}>
      <RecordForm form={form} noun="monitor" label="Conditions" columns="">
        {common && (
          <CommonConditions
            conditions={common.conditions}
            ignored={draft.ignoreProject}
            onIgnored={(ignored) => change('ignoreProject', ignored)}
          />
        )}
        {failure !== null && (
          <Notice kind="fail" urgent title="The test run did not start">
            {failure}
          </Notice>
        )}
        <TriedConditions
          conditions={draft.conditions}
          breakOnFail={draft.breakOnFail}
          problems={problems}
          samples={samples}
          common={draft.ignoreProject ? null : common}
          trying={<Act command="monitor.try" size="small" pending={trying} hint={false} />}
          onConditions={(conditions) => change('conditions', conditions)}
          onBreakOnFail={(breakOnFail) => change('breakOnFail', breakOnFail)}
          numericTexts={draft.numericTexts}
          onNumericTexts={(numericTexts) => change('numericTexts', numericTexts)}
          onLeave={touch}
        />
      </RecordForm>
    </PlaceholderContext>
  )
}

/** The conditions of a monitor beside its last response, with a save of their own. */
export const MonitorAssertions = ({ monitor }: { monitor: Monitor }) => {
  const { data, error, status, refetch } = useResource('monitor.conditions', { params: { id: monitor.id } })
  const slow = useSlow(status === 'pending' && !data)
  if (data) return <Editor monitor={monitor} judged={data} />
  if (error) return <LoadError error={error} refetch={refetch} />
  return slow ? <Loading page={false} /> : null
}
