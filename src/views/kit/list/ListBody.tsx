import type { ReactNode } from 'react'
import { useSlow } from '../../core/use-slow.ts'
import { OlderEnd } from '../../parts/table/OlderEnd.tsx'
import type { Column } from '../../parts/table/table-column.ts'
import { Loading } from '../../parts/text/Loading.tsx'
import { Notice } from '../../parts/text/Notice.tsx'
import { LoadError } from '../detail/LoadError.tsx'
import { EmptyList, NoMatch, NoMoreRows, Searched } from './EmptyList.tsx'
import { ListFilters } from './ListFilters.tsx'
import { ListTable, type TableOptions } from './ListTable.tsx'
import type { ListName, RowOf } from './list.ts'
import { PageLinks } from './PageLinks.tsx'
import type { Listing } from './use-listing.ts'

type Drawing<Row> =
  | {
      readonly columns: readonly Column<Row>[]
      readonly table?: TableOptions<Row> | undefined
      /** A class of the table's card. */
      readonly className?: string | undefined
      readonly children?: undefined
    }
  /** Draws the rows in another way than as a table. */
  | { readonly children: (rows: readonly Row[]) => ReactNode; readonly columns?: undefined }

export type ListBodyProps<Name extends ListName> = Drawing<RowOf<Name>> & {
  readonly listing: Listing<Name>
  /** Words after the count of rows. */
  readonly note?: ReactNode
}

/** A list without its head: filters, rows, and what stands in their place where there are none. */
export const ListBody = <Name extends ListName>(props: ListBodyProps<Name>) => {
  const { listing, note } = props
  const { list, rows, all, data, error, refetch, status, complete, hasShown, isEmpty } = listing
  const { nextCursor, previousCursor, searchedTo, hasOlder, loadingOlder, olderFailure } = listing
  const { older } = list
  const slow = useSlow(status === 'pending' && data === undefined)
  if (data === undefined && error) return <LoadError error={error} refetch={refetch} />
  if (!hasShown) return slow ? <Loading page={false} /> : null
  if (isEmpty)
    return (
      <>
        <Stale error={error} />
        <EmptyList list={list} />
      </>
    )
  const drawn = () => {
    if (data === undefined) return slow && <Loading page={false} />
    const pages = <PageLinks next={nextCursor} previous={previousCursor} />
    if (rows.length === 0 && complete)
      return searchedTo === null && previousCursor === null ? (
        <NoMatch list={list} />
      ) : (
        <NoMoreRows many={list.many} searchedTo={searchedTo} pages={pages} />
      )
    if (props.children) return props.children(rows)
    const { columns, className, table } = props
    return <ListTable {...{ list, rows, all, columns, className }} {...table} foot={pages} />
  }
  return (
    <>
      {data !== undefined && <Stale error={error} />}
      {list.filters.length > 0 && <ListFilters listing={listing} note={note} />}
      {searchedTo !== null && rows.length > 0 && <Searched to={searchedTo} />}
      {drawn()}
      {older && hasOlder && (
        <OlderEnd command={older.command} loading={loadingOlder} failure={olderFailure?.message ?? null} />
      )}
    </>
  )
}

/** Says that a later load failed, above the rows of the last one. */
const Stale = ({ error }: { readonly error: { readonly message: string } | null }) =>
  error && <Notice kind="warning">{`This data may be out of date: ${error.message}`}</Notice>
