import { useMemo } from 'react'
import { ownTags } from '../../domain/core/tag-rules.ts'
import { tagsMatch } from '../../domain/core/tag-scope.ts'
import { useResource } from '../core/use-resource.ts'
import { listedOf, membersOf } from '../kit/form/comma-list.ts'
import { FormField } from '../kit/form/FormField.tsx'
import type { RecordFormState } from '../kit/form/use-record-form.ts'
import { fieldId } from '../parts/form/field-id.ts'
import { TextInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { Card } from '../parts/text/Card.tsx'
import { formats } from '../parts/text/format.ts'
import classes from './objectives.module.css'
import type { SloForm } from './slo-table.ts'

type ScopeForm = RecordFormState<SloForm, 'includeTags' | 'excludeTags' | 'objectives' | 'thresholds'>

/** The number of monitors that typed tags match. */
const useMatching = ({ includeTags, excludeTags }: SloForm): string | undefined => {
  const { data, complete } = useResource('monitor.list', {})
  return useMemo(() => {
    if (!data || !complete) return undefined
    const scope = { include_tags: membersOf(includeTags), exclude_tags: membersOf(excludeTags) }
    const count = data.data.filter(({ meta }) => meta.workspace !== '_meta' && tagsMatch(scope, meta.tags)).length
    const all = data.data.length
    return `${formats.count(count)} of ${formats.count(all)} ${all === 1 ? 'monitor' : 'monitors'} match`
  }, [data, complete, includeTags, excludeTags])
}

const useTagOptions = (chosen: readonly string[]) => {
  const { data } = useResource('monitor.list', {})
  const tags = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { meta } of data?.data ?? [])
      for (const tag of ownTags(meta.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
    return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  }, [data])
  return [
    ...tags.map(([value, count]) => ({ value, label: value, count })),
    ...chosen
      .filter((tag) => !tags.some(([known]) => known === tag))
      .map((value) => ({ value, label: value, count: 0 })),
  ]
}

const TagsField = ({ form, name }: { form: ScopeForm; name: 'includeTags' | 'excludeTags' }) => {
  const { draft, change, touch } = form
  const chosen = membersOf(draft[name])
  const options = useTagOptions(chosen)
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

/** Tags of the monitors that the objectives are about, with the number that match now. */
export const ScopeCard = ({ form }: { form: ScopeForm }) => {
  const matching = useMatching(form.draft)
  return (
    <Card title="For which monitors" sub={matching && <span role="status">{matching}</span>}>
      <div className="stack">
        <TagsField form={form} name="includeTags" />
        <TagsField form={form} name="excludeTags" />
      </div>
    </Card>
  )
}
