import { useCallback, useMemo } from 'react'
import { changeSearch } from '../../../commands/core/search-of.ts'
import { useCurrentRoute } from '../../core/use-current-route.ts'
import { usePerform, useWorld } from '../../core/use-world.ts'
import { type Filter, isNarrowed, type Search } from './filter.ts'
import { useTypedParam } from './use-typed-param.ts'

/** Filters of a list as its address has them. */
export type FilterState = {
  /** Parameters of the address. */
  readonly search: Search
  /** The same, with the words that are typed and not in the address yet. */
  readonly typed: Search
  readonly isNarrowed: boolean
  readonly type: (words: string) => void
  readonly choose: (filter: Filter<never>, values: readonly string[]) => void
  readonly clear: () => void
}

/** Parameters that a change of a filter makes meaningless: the page. */
const FIRST_PAGE = { before: null, after: null }

/** The filters of a list, which live in its address. */
export const useFilters = (filters: readonly Filter<never>[]): FilterState => {
  const world = useWorld()
  const perform = usePerform()
  const { search } = useCurrentRoute()
  const [words, type] = useTypedParam('search', FIRST_PAGE)
  const typed = useMemo(() => ({ ...search, search: words }), [search, words])
  const choose = useCallback(
    ({ name, replaces = [] }: Filter<never>, values: readonly string[]) =>
      changeSearch(world, {
        ...FIRST_PAGE,
        ...Object.fromEntries(replaces.map((each) => [each, null])),
        [name]: values.length === 0 ? null : values.join(','),
      }),
    [world],
  )
  const clear = useCallback(() => {
    type('')
    perform('list.clear-filter')
  }, [type, perform])
  return useMemo(
    () => ({ search, typed, isNarrowed: isNarrowed(filters, typed), type, choose, clear }),
    [filters, search, typed, type, choose, clear],
  )
}
