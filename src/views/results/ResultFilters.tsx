import { useLocations } from '../agents/use-location-name.ts'
import { useSearchParam } from '../core/use-place.ts'
import { usePerform } from '../core/use-world.ts'
import { RANGE_OPTIONS } from '../kit/list/time-ranges.ts'
import { FacetButton } from '../parts/table/FacetButton.tsx'
import { FilterBar } from '../parts/table/FilterBar.tsx'
import { categoryWords } from '../parts/text/category.ts'
import { formats } from '../parts/text/format.ts'

const CATEGORY_OPTIONS = (['FAIL', 'WARNING', 'SLOW', 'PASS', 'QUEUED', 'SKIPPED'] as const).map((value) => ({
  value,
  label: categoryWords[value],
}))

const chosen = (value: string): string[] => (value === '' ? [] : [value])

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const clockWords = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** "21 Nov, 08:00 to 09:00 UTC": a day that both ends share is said once, and an end within a minute is the next minute. */
const spanWords = (from: string, to: string): string => {
  const [first, last] = [Date.parse(from), Date.parse(to) + 1]
  const moment = (ms: number) => `${dayWords.format(ms)}, ${clockWords.format(ms)}`
  if (Number.isNaN(first)) return `until ${moment(last)} UTC`
  if (Number.isNaN(last)) return `since ${moment(first)} UTC`
  const end = dayWords.format(first) === dayWords.format(last) ? clockWords.format(last) : moment(last)
  return `${moment(first)} to ${end} UTC`
}

type ResultFiltersProps = { readonly shown: number; readonly more: boolean; readonly isNarrowed: boolean }

/** What the list of results is narrowed to; it stands in the address. */
export const ResultFilters = ({ shown, more, isNarrowed }: ResultFiltersProps) => {
  const perform = usePerform()
  const locations = useLocations()
  const [category, setCategory] = useSearchParam('category')
  const [location, setLocation] = useSearchParam('location')
  const [range, setRange] = useSearchParam('range')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const custom = from !== '' || to !== '' ? [{ value: 'span', label: spanWords(from, to) }] : []
  return (
    <FilterBar
      label="Filter results"
      count={`${formats.count(shown)}${more ? ' or more' : ''} ${shown === 1 && !more ? 'result' : 'results'}`}
      onClear={isNarrowed ? () => perform('list.clear-filter') : null}
    >
      <FacetButton
        single
        label="Result"
        options={CATEGORY_OPTIONS}
        chosen={chosen(category.toUpperCase())}
        onValue={([value = '']) => setCategory(value)}
      />
      <FacetButton
        single
        label="Location"
        options={locations.map(({ id, name }) => ({ value: id, label: name }))}
        chosen={chosen(location)}
        onValue={([value = '']) => setLocation(value)}
      />
      <FacetButton
        single
        label="Time"
        options={[...custom, ...RANGE_OPTIONS]}
        chosen={custom.length > 0 ? ['span'] : chosen(range)}
        onValue={([value = '']) => {
          if (custom.length > 0)
            perform('result.filter', {
              range: value === '' || value === 'span' ? 'any' : value,
              from: 'any',
              to: 'any',
            })
          else setRange(value)
        }}
      />
    </FilterBar>
  )
}
