import { useDeferredValue, useMemo, useRef } from 'react'
import type { Failure } from '../../../../machines/resource/failure.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { CallOf } from '../../../contract/core/client.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { type PageOf, useOlder } from '../../core/use-older.ts'
import { type ResourceState, useResource } from '../../core/use-resource.ts'
import { useWorld } from '../../core/use-world.ts'
import { narrowed, type Search } from './filter.ts'
import { type List, type ListName, queryOf, type RowOf } from './list.ts'
import { type FilterState, useFilters } from './use-filters.ts'

/** A list as its screen shows it now. */
export type Listing<Name extends ListName> = ResourceState<Name> & {
  readonly list: List<Name>
  readonly filters: FilterState
  /** Loaded rows, before loaded rows are narrowed. */
  readonly all: readonly RowOf<Name>[]
  /** Rows that pass the filters, in their order. */
  readonly rows: readonly RowOf<Name>[]
  /** There are no rows at all, whatever the filters. */
  readonly isEmpty: boolean
  /** It has loaded once: while it loads for another filter, head and filter bar stay. */
  readonly hasShown: boolean
  readonly nextCursor: string | null
  /** The cursor of newer rows; null on the newest page, and where the endpoint has none. */
  readonly previousCursor: string | null
  /** The due time at which an unfinished search ended, before the page was full. */
  readonly searchedTo: string | null
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  /** Why the last older page is not here; null unless it failed. */
  readonly olderFailure: Failure | null
  /** Changes rows of older pages, which the cache does not know. */
  readonly changeOlder: (by: (row: RowOf<Name>) => RowOf<Name>) => void
}

type Params = Readonly<Record<string, string>>
type Answer<Name extends ListName> = AnswerOf<ProductContract[Name]>
type Query = Readonly<Record<string, unknown>>

/** The call of a list's endpoint. Without a query it is the call by which the whole app shares the list in the cache. */
const callOf = <Name extends ListName>(params: Params | undefined, query: Query): CallOf<ProductContract[Name]> =>
  // Each part of the query is typed by the endpoint where it is written; that they add up to its call cannot be inferred.
  ({ ...(params && { params }), ...(Object.keys(query).length > 0 && { query }) }) as CallOf<ProductContract[Name]>

/** An answer's rows and the cursor of the page after them. */
const pageOf = <Name extends ListName>(answer: Answer<Name> | undefined): PageOf<RowOf<Name>> => {
  // `ListName` are the endpoints whose answers have rows under one of these names.
  const { data, results, meta } = (answer ?? {}) as {
    data?: readonly RowOf<Name>[]
    results?: readonly RowOf<Name>[]
    meta?: { more?: boolean; next_cursor?: string | null; previous_cursor?: string | null; searched_to?: string | null }
  }
  return { results: data ?? results ?? NO_ROWS, meta: { next_cursor: null, ...meta } }
}
const NO_ROWS: readonly never[] = []

type ListingOptions = {
  /** Variables of the endpoint's path. */
  readonly params?: Params | undefined
  /** Loads nothing while false. */
  readonly when?: boolean
}

/** Loads a list and narrows it by the filters in the address. */
export const useListing = <Name extends ListName>(list: List<Name>, options: ListingOptions = {}): Listing<Name> => {
  const { params, when = true } = options
  const { endpoint, paged, older, order, shows } = list
  const world = useWorld()
  const filters = useFilters(list.filters)
  const { search, typed } = filters
  // A time range ends now: asked for again with each drawing, it would never be the same question.
  const query = useMemo(() => queryOf(list, search), [list, search])
  const isNewer = paged === true && search.before === undefined && search.after !== undefined
  const cursor = paged ? (search.before ?? search.after) : undefined
  const resource = useResource(
    endpoint,
    when ? callOf<Name>(params, { ...query, ...(cursor && { cursor }), ...(isNewer && { direction: 'newer' }) }) : null,
  )
  // Live events may wait for what is typed; the first rows wait for nothing, and rows of another query are never shown.
  const later = useDeferredValue(resource.data)
  const isWhole = cursor === undefined && Object.keys(query).length === 0
  const answer: Answer<Name> | undefined = (isWhole ? later : undefined) ?? resource.data
  const page = useMemo(() => pageOf<Name>(answer), [answer])
  const grown = useOlder<RowOf<Name>>({
    of: JSON.stringify([endpoint, params, query]),
    first: older && answer ? page : undefined,
    join: (kept, first) => older?.join(kept, first) ?? first.results,
    read: async (next) => pageOf<Name>(await world.call(endpoint, callOf<Name>(params, { ...query, cursor: next }))),
  })
  const answered = older ? grown.rows : page.results
  const all = useMemo(() => (shows ? answered.filter(shows) : answered), [answered, shows])
  const ordered = useMemo(() => order?.(all, search.sort) ?? all, [order, all, search.sort])
  const rows = useMemo(() => narrowed(ordered, list.filters, typed), [ordered, list.filters, typed])
  const hasShown = useRef(false)
  hasShown.current ||= resource.data !== undefined
  return {
    ...resource,
    list,
    filters,
    all,
    rows,
    isEmpty: resource.data !== undefined && resource.complete && all.length === 0 && !cursor && !isAsked(list, search),
    hasShown: hasShown.current,
    nextCursor: paged ? page.meta.next_cursor : null,
    previousCursor: paged ? (page.meta.previous_cursor ?? null) : null,
    searchedTo: paged ? (page.meta.searched_to ?? null) : null,
    hasOlder: grown.hasOlder,
    loadingOlder: grown.loadingOlder,
    olderFailure: grown.olderFailure,
    changeOlder: grown.change,
  }
}

/** Whether the server narrows the list, so that no rows do not mean that there are none. */
const isAsked = <Name extends ListName>({ filters }: List<Name>, search: Search): boolean =>
  filters.some(({ asks, chosen }) => asks !== undefined && chosen(search).length > 0)
