import { useMemo } from 'react'
import { isCandidate } from '../../domain/alerts/alerting.ts'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { useResource } from '../core/use-resource.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { FormField } from '../kit/form/FormField.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './form.module.css'
import { MonitorPick } from './MonitorPick.tsx'
import { draftOf, type WebhookForm } from './webhook-form.ts'
import type { WebhookFormState } from './webhook-table.ts'

const SCOPES = [
  { value: 'all', label: 'All monitors' },
  { value: 'tags', label: 'By tags' },
  { value: 'one', label: 'One monitor or workflow' },
]

/** Changes the scope and clears fields that the new scope does not show. */
const withScope = (form: WebhookForm, scope: string): WebhookForm => {
  if (scope === 'one') return { ...form, scope, includeTags: '', excludeTags: '' }
  return scope === 'tags' ? { ...form, scope, monitorId: '' } : { ...form, scope: 'all', monitorId: '' }
}

/** Sentence about the number of monitors that an alert covers. */
const useReach = (form: WebhookForm): string => {
  const { data, complete } = useResource('monitor.list', {})
  return useMemo(() => {
    if (!data || !complete) return ''
    const { monitor_id = null, include_tags = [], exclude_tags = [] } = draftOf(form)
    const scope = { enabled: true, monitor_id, include_tags, exclude_tags }
    const reached = data.data.filter(({ id, meta }) => isCandidate(scope, { id, tags: meta.tags })).length
    const count = data.data.length
    const all = `${formats.count(count)} ${count === 1 ? 'monitor' : 'monitors'}`
    if (reached < count) return `For ${formats.count(reached)} of ${all} now.`
    return count < 2 ? `For ${all}, and those added later.` : `For all ${all}, and those added later.`
  }, [data, complete, form])
}

const useTags = () => {
  const { data } = useResource('monitor.list', {})
  return useMemo(() => {
    const counts = new Map<string, number>()
    for (const { meta } of data?.data ?? [])
      for (const tag of ownTags(meta.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  }, [data])
}

const TagsField = ({ form, name }: { form: WebhookFormState; name: 'includeTags' | 'excludeTags' }) => {
  const { draft, change, touch } = form
  const tags = useTags()
  const chosen = membersOf(draft[name])
  const options = [
    ...tags.map(([value, count]) => ({ value, label: value, count })),
    ...chosen
      .filter((tag) => !tags.some(([known]) => known === tag))
      .map((value) => ({ value, label: value, count: 0 })),
  ]
  return (
    <FormField form={form} name={name}>
      <span className={classes.tags}>
        <TextInput
          id={fieldId(name)}
          value={draft[name]}
          placeholder="checkout, critical"
          onValue={(text) => change(name, text)}
          onLeave={() => touch(name)}
        />
        {options.length > 0 && (
          <FacetButton
            label="Pick"
            options={options}
            chosen={chosen}
            onValue={(next) => change(name, listedOf(next))}
          />
        )}
      </span>
    </FormField>
  )
}

/** Monitors that an alert covers. */
export const ForCard = ({ form }: { form: WebhookFormState }) => {
  const { draft, change } = form
  const reach = useReach(draft)
  const hasTags = draft.scope === 'tags' || draft.includeTags !== '' || draft.excludeTags !== ''
  return (
    <Card title="For which monitors" sub={reach === '' ? undefined : reach}>
      <div className="stack">
        <Segmented
          label="For which monitors"
          value={draft.scope}
          options={SCOPES}
          onValue={(scope) => change('', withScope(draft, scope))}
        />
        {draft.scope === 'one' && (
          <FormField form={form} name="monitorId">
            <MonitorPick
              label="Choose a monitor or workflow"
              of="both"
              value={draft.monitorId}
              onValue={(id) => change('monitorId', id)}
            />
          </FormField>
        )}
        {hasTags && (
          <>
            <TagsField form={form} name="includeTags" />
            <TagsField form={form} name="excludeTags" />
          </>
        )}
      </div>
    </Card>
  )
}
