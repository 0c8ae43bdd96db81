import { useContext } from 'react'
import { sourceRule } from '../../domain/conditions/sources.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { PlaceholderContext } from '../parts/form/PlaceholderInput.tsx'
import { Select } from '../parts/form/Select.tsx'
import { SuggestInput } from '../parts/form/SuggestInput.tsx'
import { bound, type ConditionProps } from './condition-props.ts'
import classes from './conditions.module.css'
import { filterStart, filterSuggestions } from './filter-suggestions.ts'

const splitAt = (property: string): readonly [choice: string, chain: string] => {
  const bar = property.indexOf('|')
  return bar < 0 ? [property, ''] : [property.slice(0, bar).trim(), property.slice(bar)]
}

/** The property of a condition: one of a few choices, or a text. Value filters are offered after a bar. */
export const PropertyInput = (props: ConditionProps & { readonly narrow?: true }) => {
  const { condition, index, problems, onChange, onLeave, narrow } = props
  const { property: rule, filters } = sourceRule(condition.source)
  const placeholders = useContext(PlaceholderContext)
  const field = `conditions[${index}].property`
  if (rule === null) return null
  const value = condition.property ?? ''
  if (rule.choices) {
    const [choice, chain] = splitAt(value)
    return (
      <Select
        {...bound(problems, field)}
        label={`${rule.label} of condition ${index + 1}`}
        value={choice || rule.usual || ''}
        options={rule.choices}
        onValue={(property) => onChange({ ...condition, property: `${property}${chain}` })}
      />
    )
  }
  const control = bound(problems, field)
  const canFilter = filters !== 'none' && !narrow
  const begin = () => {
    onChange({ ...condition, property: `${value.trimEnd()}${filterStart(filters)}` })
    document.getElementById(control.id)?.focus()
  }
  return (
    <span className={canFilter ? classes.property : undefined}>
      <SuggestInput
        mono
        {...control}
        of="Variables and value filters"
        onFocus
        suggest={(before, after) => placeholders?.(before, after) ?? filterSuggestions(filters)(before)}
        label={`${rule.label} of condition ${index + 1}`}
        placeholder={rule.example}
        value={value}
        onValue={(property) => onChange({ ...condition, property })}
        onLeave={() => onLeave(field)}
      />
      {canFilter && <FormButton kind="ghost" size="small" icon="plus" label="Filter" onPress={begin} />}
    </span>
  )
}
