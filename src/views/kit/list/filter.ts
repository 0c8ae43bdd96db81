import type { FacetOption } from '../../parts/table/FacetButton.tsx'

/** Parameters of an address. */
export type Search = Readonly<Record<string, string>>

/**
 * A filter of a list: one control of its filter bar, and one parameter of its address. It narrows loaded rows (`passes`) or the
 * query (`asks`).
 */
export type Filter<Row, Query = unknown> = {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  /** Label of the link that takes the filter off; "All" where absent. */
  readonly all?: string | undefined
  /** A text field, a menu of several values or of one, or links side by side with "All" first. */
  readonly control: 'words' | 'several' | 'one' | 'links'
  /** Hidden below 1280 px (m), 900 px (t) or 640 px (s). */
  readonly hide?: 'm' | 't' | 's' | undefined
  readonly options?: ((rows: readonly Row[], search: Search) => readonly FacetOption[]) | undefined
  /** Shown only while an address narrows by it, as a link from a chart does. */
  readonly onlyChosen?: boolean | undefined
  /** Adds options of earlier rows: those of now are narrowed already. */
  readonly seen?: boolean | undefined
  /** Chosen values; empty while the filter lets everything through. */
  readonly chosen: (search: Search) => readonly string[]
  /** Other parameters of the address that a choice removes. */
  readonly replaces?: readonly string[] | undefined
  /** A test of loaded rows, made once for all of them. */
  readonly passes?: ((chosen: readonly string[]) => (row: Row) => boolean) | undefined
  /** Parts of the query of a list that the server narrows. */
  readonly asks?: ((search: Search) => Partial<Query>) | undefined
}

/** Whether an address narrows a list at all. */
export const isNarrowed = (filters: readonly Filter<never>[], search: Search): boolean =>
  filters.some(({ chosen }) => chosen(search).length > 0)

/** Rows that pass all filters, in their order; the same array while no filter is on. */
export const narrowed = <Row>(
  rows: readonly Row[],
  filters: readonly Filter<Row>[],
  search: Search,
): readonly Row[] => {
  const tests = filters.flatMap(({ chosen, passes }) => {
    const values = chosen(search)
    return passes && values.length > 0 ? [passes(values)] : []
  })
  return tests.length === 0 ? rows : rows.filter((row) => tests.every((test) => test(row)))
}
