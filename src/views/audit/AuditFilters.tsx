import { useSearchParam } from '../core/use-place.ts'
import { usePerform } from '../core/use-world.ts'
import { RANGE_OPTIONS } from '../kit/list/time-ranges.ts'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { formats } from '../parts/text/format.ts'
import type { Entry } from './audit-filter.ts'
import { useSeenValues } from './seen-values.ts'

const chosen = (value: string): string[] => (value === '' ? [] : [value])

type AuditFiltersProps = {
  readonly rows: readonly Entry[]
  readonly more: boolean
  readonly isNarrowed: boolean
  /** Entries of many things. */
  readonly withType: boolean
}

/** What the log is narrowed to; it stands in the address. There is to choose from what was seen in it. */
export const AuditFilters = ({ rows, more, isNarrowed, withType }: AuditFiltersProps) => {
  const perform = usePerform()
  const [actor, setActor] = useSearchParam('actor')
  const [action, setAction] = useSearchParam('action')
  const [type, setType] = useSearchParam('type')
  const [range, setRange] = useSearchParam('range')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const seen = useSeenValues(rows)
  const options = (known: ReadonlyMap<string, string>, value: string) =>
    [...(value === '' || known.has(value) ? known : new Map([[value, value], ...known]))].map(([id, label]) => ({
      value: id,
      label,
    }))
  const custom = from !== '' || to !== '' ? [{ value: 'span', label: `${from || '…'} to ${to || 'now'}` }] : []
  return (
    <FilterBar
      label="Filter the audit log"
      count={`${formats.count(rows.length)}${more ? ' or more' : ''} ${rows.length === 1 && !more ? 'entry' : 'entries'}`}
      onClear={isNarrowed ? () => perform('list.clear-filter') : null}
    >
      <FacetButton
        single
        label="Who"
        options={options(seen.actors, actor)}
        chosen={chosen(actor)}
        onValue={([value = '']) => setActor(value)}
      />
      <FacetButton
        single
        label="Action"
        options={options(seen.actions, action)}
        chosen={chosen(action)}
        onValue={([value = '']) => setAction(value)}
      />
      {withType && (
        <FacetButton
          single
          label="Done to"
          options={options(seen.types, type)}
          chosen={chosen(type)}
          onValue={([value = '']) => setType(value)}
        />
      )}
      <FacetButton
        single
        label="Time"
        options={[...custom, ...RANGE_OPTIONS]}
        chosen={custom.length > 0 ? ['span'] : chosen(range)}
        onValue={([value = '']) => {
          if (custom.length > 0)
            perform('audit.filter', { range: value === '' || value === 'span' ? 'any' : value, from: 'any', to: 'any' })
          else setRange(value)
        }}
      />
    </FilterBar>
  )
}
