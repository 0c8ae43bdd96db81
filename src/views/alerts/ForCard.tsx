import { useMemo } from 'react'
import { isCandidate } from '../../domain/alerts/alerting.ts'
import { useResource } from '../core/use-resource.ts'
import { Field } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Segmented } from '../parts/form/Segmented.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './form.module.css'
import { problemAt } from './form-problems.ts'
import { MonitorPick } from './MonitorPick.tsx'
import type { FieldsProps } from './ParameterFields.tsx'
import { draftOf, tagsIn, type WebhookForm } from './webhook-form.ts'

const SCOPES = [
  { value: 'all', label: 'All monitors' },
  { value: 'tags', label: 'By tags' },
  { value: 'one', label: 'One monitor' },
]

/** Another scope lets go of what only the one before asked for, so that nothing applies that is not shown. */
const withScope = (form: WebhookForm, scope: string): WebhookForm => {
  if (scope === 'one') return { ...form, scope, includeTags: '', excludeTags: '' }
  return scope === 'tags' ? { ...form, scope, monitorId: '' } : { ...form, scope: 'all', monitorId: '' }
}

/** How many of the project’s monitors an alert with these settings is for. */
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
    for (const { meta } of data?.data ?? []) for (const tag of meta.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  }, [data])
}

const TagsField = (props: FieldsProps & { field: 'includeTags' | 'excludeTags'; label: string; hint: string }) => {
  const { form, problems, onChange, onLeave, field, label, hint } = props
  const tags = useTags()
  const chosen = tagsIn(form[field])
  const options = [
    ...tags.map(([value, count]) => ({ value, label: value, count })),
    ...chosen
      .filter((tag) => !tags.some(([known]) => known === tag))
      .map((value) => ({ value, label: value, count: 0 })),
  ]
  return (
    <Field label={label} optional hint={hint} id={fieldId(field)} error={problemAt(problems, field)}>
      <span className={classes.tags}>
        <TextInput
          id={fieldId(field)}
          value={form[field]}
          placeholder="checkout, critical"
          onValue={(text) => onChange(field, text)}
          onLeave={() => onLeave(field)}
        />
        {options.length > 0 && (
          <FacetButton
            label="Pick"
            options={options}
            chosen={chosen}
            onValue={(next) => onChange(field, next.join(', '))}
          />
        )}
      </span>
    </Field>
  )
}

/** For which monitors an alert is. */
export const ForCard = (props: FieldsProps) => {
  const { form, problems, onChange } = props
  const reach = useReach(form)
  const hasTags = form.scope === 'tags' || form.includeTags !== '' || form.excludeTags !== ''
  return (
    <Card title="For which monitors" sub={reach === '' ? undefined : reach}>
      <div className="stack">
        <Segmented
          label="For which monitors"
          value={form.scope}
          options={SCOPES}
          onValue={(scope) => onChange('', withScope(form, scope))}
        />
        {form.scope === 'one' && (
          <Field label="Monitor" id={fieldId('monitorId')} error={problemAt(problems, 'monitorId')}>
            <MonitorPick label="Choose a monitor" value={form.monitorId} onValue={(id) => onChange('monitorId', id)} />
          </Field>
        )}
        {hasTags && (
          <>
            <TagsField
              {...props}
              field="includeTags"
              label="With any of these tags"
              hint="Empty: whatever their tags."
            />
            <TagsField
              {...props}
              field="excludeTags"
              label="Without any of these tags"
              hint="A monitor that has one of them is left out, even if it has a tag above."
            />
          </>
        )}
      </div>
    </Card>
  )
}
