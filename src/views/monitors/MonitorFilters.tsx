import { useMemo } from 'react'
import { useSearchParam } from '../core/use-place.ts'
import { usePerform } from '../core/use-world.ts'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { categoryWords } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'
import { isOpen, type ListedMonitor, type MonitorFilter, tagsOf } from './monitor-list.ts'

const RESULTS = ['FAIL', 'NO_DATA', 'WARNING', 'SLOW', 'PASS', 'QUEUED', 'SKIPPED'] as const
const RESULT_OPTIONS = [
  ...RESULTS.map((value) => ({ value, label: categoryWords[value] })),
  { value: 'NONE', label: 'Not run yet' },
]
const TYPE_OPTIONS = [
  { value: 'api', label: 'API' },
  { value: 'browser', label: 'Browser' },
]
const MONITORED_OPTIONS = [
  { value: 'yes', label: 'On a schedule' },
  { value: 'no', label: 'On demand' },
]

type MonitorFiltersProps = {
  all: readonly ListedMonitor[]
  shown: number
  /** More pages of the list are on their way. */
  loading: boolean
  filter: MonitorFilter
  onSearch: (text: string) => void
}

/** The filters above the list. They stand in the address, so that a link to a filtered list is one. */
export const MonitorFilters = ({ all, shown, loading, filter, onSearch }: MonitorFiltersProps) => {
  const perform = usePerform()
  const [, setResult] = useSearchParam('result')
  const [, setTag] = useSearchParam('tag')
  const [, setWithout] = useSearchParam('without-tag')
  const [, setType] = useSearchParam('type')
  const [, setMonitored] = useSearchParam('monitored')
  const tags = useMemo(() => tagsOf(all).map(({ tag, count }) => ({ value: tag, label: tag, count })), [all])
  const total = formats.count(all.length)
  const noun = all.length === 1 ? 'monitor' : 'monitors'
  const count = isOpen(filter) ? `${total} ${noun}` : `${formats.count(shown)} of ${total} ${noun}`
  return (
    <FilterBar
      label="Filter monitors"
      count={loading ? `${count}, more to come` : count}
      onClear={
        isOpen(filter)
          ? null
          : () => {
              onSearch('')
              perform('list.clear-filter')
            }
      }
    >
      <SearchInput label="Filter by name or address" value={filter.search} onValue={onSearch} />
      <FacetButton
        label="Result"
        options={RESULT_OPTIONS}
        chosen={filter.results}
        onValue={(chosen) => setResult(chosen.join(','))}
      />
      <FacetButton label="Tag" options={tags} chosen={filter.tags} onValue={(chosen) => setTag(chosen.join(','))} />
      <FacetButton
        label="Without tag"
        options={tags}
        chosen={filter.withoutTags}
        onValue={(chosen) => setWithout(chosen.join(','))}
        hide="t"
      />
      <FacetButton
        single
        label="Type"
        options={TYPE_OPTIONS}
        chosen={filter.type === '' ? [] : [filter.type]}
        onValue={([chosen = '']) => setType(chosen)}
        hide="s"
      />
      <FacetButton
        single
        label="Called"
        options={MONITORED_OPTIONS}
        chosen={filter.monitored === '' ? [] : [filter.monitored]}
        onValue={([chosen = '']) => setMonitored(chosen)}
        hide="t"
      />
    </FilterBar>
  )
}
