import { useMemo } from 'react'
import { usePlace, useSearchParam } from '../core/use-place.ts'
import { usePerform } from '../core/use-world.ts'
import { SegmentedLinks } from '../parts/form/Segmented.tsx'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { formats } from '../parts/text/format.ts'
import { isNarrowed, KINDS, kindWords, type Notification } from './notification-words.ts'

const KIND_OPTIONS = KINDS.map((value) => ({ value, label: kindWords[value] }))

const chosen = (value: string): string[] => (value === '' ? [] : [value])

type NotificationFiltersProps = { rows: readonly Notification[]; more: boolean }

/** What the feed is narrowed to; it stands in the address. */
export const NotificationFilters = ({ rows, more }: NotificationFiltersProps) => {
  const perform = usePerform()
  const { name, search } = usePlace()
  const [kind, setKind] = useSearchParam('kind')
  const [monitor, setMonitor] = useSearchParam('monitor')
  const monitors = useMemo(() => {
    const names = new Map(rows.flatMap(({ call_id, call_name }) => (call_id ? [[call_id, call_name ?? call_id]] : [])))
    return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
  }, [rows])
  const place = (unread: string | undefined) => ({ to: name, search: { ...search, unread } })
  return (
    <FilterBar
      label="Filter notifications"
      count={`${formats.count(rows.length)}${more ? ' or more' : ''} ${rows.length === 1 && !more ? 'notification' : 'notifications'}`}
      onClear={isNarrowed(search) ? () => perform('list.clear-filter') : null}
    >
      <SegmentedLinks
        label="Which notifications"
        places={[
          { ...place(undefined), label: 'All', current: search.unread !== 'yes' },
          { ...place('yes'), label: 'Unread', current: search.unread === 'yes' },
        ]}
      />
      <FacetButton
        single
        label="Kind"
        options={KIND_OPTIONS}
        chosen={chosen(kind)}
        onValue={([value = '']) => setKind(value)}
      />
      <FacetButton
        single
        label="Monitor"
        options={monitors}
        chosen={chosen(monitor)}
        onValue={([value = '']) => setMonitor(value)}
      />
    </FilterBar>
  )
}
