import { useMemo } from 'react'
import { WEBHOOK_TYPES, webhookTypeOf } from '../../domain/alerts/webhook-types.ts'
import { useSearchParam } from '../core/use-place.ts'
import { usePerform } from '../core/use-world.ts'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { formats } from '../parts/text/format.ts'
import { isOpen, stateOf, type Webhook, type WebhookFilter } from './webhook-list.ts'

const STATES = [
  { value: 'on', label: 'On' },
  { value: 'trouble', label: 'Not getting through' },
  { value: 'snoozed', label: 'Snoozed' },
  { value: 'off', label: 'Off' },
]

const countsBy = (all: readonly Webhook[], of: (webhook: Webhook) => string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const webhook of all) counts.set(of(webhook), (counts.get(of(webhook)) ?? 0) + 1)
  return counts
}

type WebhookFiltersProps = {
  all: readonly Webhook[]
  shown: number
  filter: WebhookFilter
  onSearch: (text: string) => void
}

/** The filters above the list of alerts; they stand in the address. */
export const WebhookFilters = ({ all, shown, filter, onSearch }: WebhookFiltersProps) => {
  const perform = usePerform()
  const [, setType] = useSearchParam('type')
  const [, setState] = useSearchParam('state')
  const types = useMemo(
    () =>
      [...countsBy(all, ({ web_hook_type }) => web_hook_type)].map(([value, count]) => ({
        value,
        label: WEBHOOK_TYPES[webhookTypeOf(value) ?? 'webhook'].title,
        count,
      })),
    [all],
  )
  const states = useMemo(() => {
    const counts = countsBy(all, (webhook) => stateOf(webhook, Date.now()))
    return STATES.map((state) => ({ ...state, count: counts.get(state.value) ?? 0 }))
  }, [all])
  const total = `${formats.count(all.length)} ${all.length === 1 ? 'alert' : 'alerts'}`
  const clear = () => {
    onSearch('')
    perform('list.clear-filter')
  }
  return (
    <FilterBar
      label="Filter alerts"
      count={isOpen(filter) ? total : `${formats.count(shown)} of ${total}`}
      onClear={isOpen(filter) ? null : clear}
    >
      <SearchInput label="Filter by name or tag" value={filter.search} onValue={onSearch} />
      <FacetButton label="Type" options={types} chosen={filter.types} onValue={(chosen) => setType(chosen.join(','))} />
      <FacetButton
        label="State"
        options={states}
        chosen={filter.states}
        onValue={(chosen) => setState(chosen.join(','))}
      />
    </FilterBar>
  )
}
