import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useCurrentRoute } from '../../core/use-current-route.ts'
import { usePerform } from '../../core/use-world.ts'
import { SegmentedLinks } from '../../parts/form/Segmented.tsx'
import { SearchInput } from '../../parts/form/TextInput.tsx'
import { FacetButton, type FacetOption } from '../../parts/table/FacetButton.tsx'
import { FilterBar } from '../../parts/table/FilterBar.tsx'
import { countWords } from './count-words.ts'
import type { Filter, Search } from './filter.ts'
import type { ListName, RowOf } from './list.ts'
import type { FilterState } from './use-filters.ts'
import type { Listing } from './use-listing.ts'

/** Options of a list that the server narrows: those of its rows now, and those that its rows had before. */
const useSeenOptions = (options: readonly FacetOption[], keep: boolean, chosen: readonly string[]) => {
  const before = useRef<readonly FacetOption[]>([])
  const all = useMemo(() => {
    if (!keep) return options
    const unnamed = chosen.map((value) => ({ value, label: value }))
    const known = new Map([...unnamed, ...before.current, ...options].map((option) => [option.value, option]))
    return [...known.values()].sort((a, b) => a.label.localeCompare(b.label, 'en'))
  }, [options, keep, chosen])
  useEffect(() => {
    before.current = all
  }, [all])
  return all
}

type ControlProps<Row> = { filter: Filter<Row>; state: FilterState; rows: readonly Row[] }

const Facet = <Row,>({ filter, state, rows }: ControlProps<Row>) => {
  const { label, control, hide, chosen: chosenIn } = filter
  const made = useMemo(() => filter.options?.(rows, state.search) ?? [], [filter, rows, state.search])
  const chosen = useMemo(() => chosenIn(state.search), [chosenIn, state.search])
  const options = useSeenOptions(made, filter.seen ?? false, chosen)
  return (
    <FacetButton
      single={control === 'one'}
      onValue={(values) => state.choose(filter, values)}
      {...{ label, options, chosen, hide }}
    />
  )
}

const Links = <Row,>({ filter, state, rows }: ControlProps<Row>) => {
  const { name: to, params, search } = useCurrentRoute()
  const [chosen] = filter.chosen(state.search)
  const options = [{ value: undefined, label: filter.all ?? 'All' }, ...(filter.options?.(rows, state.search) ?? [])]
  return (
    <SegmentedLinks
      label={filter.label}
      places={options.map(({ value, label }) => ({
        to,
        params,
        search: { ...search, before: undefined, after: undefined, [filter.name]: value },
        label,
        current: value === chosen,
      }))}
    />
  )
}

const Control = <Row,>(props: ControlProps<Row>) => {
  const { filter, state } = props
  const perform = usePerform()
  if (filter.control === 'words')
    return (
      <SearchInput
        label={filter.label}
        value={state.typed.search ?? ''}
        onValue={state.type}
        onFound={() => perform('list.first')}
      />
    )
  return filter.control === 'links' ? <Links {...props} /> : <Facet {...props} />
}

const isShown =
  (search: Search) =>
  ({ onlyChosen, chosen }: Pick<Filter<never>, 'onlyChosen' | 'chosen'>): boolean =>
    !onlyChosen || chosen(search).length > 0

type ListFiltersProps<Name extends ListName> = {
  readonly listing: Listing<Name>
  /** Words after the count. */
  readonly note?: ReactNode
}

/** The filter bar of a list: its controls, "Clear" and the count. */
export const ListFilters = <Name extends ListName>({ listing, note }: ListFiltersProps<Name>) => {
  const { list, filters: state, all, data } = listing
  const filters: readonly Filter<RowOf<Name>>[] = list.filters
  return (
    <FilterBar
      label={`Filter ${list.many}`}
      count={
        data !== undefined && (
          <>
            {countWords(listing)}
            {note}
          </>
        )
      }
      onClear={state.isNarrowed ? state.clear : null}
    >
      {filters.filter(isShown(state.search)).map((filter) => (
        <Control key={filter.name} filter={filter} state={state} rows={all} />
      ))}
    </FilterBar>
  )
}
