import { useCallback, useMemo, useRef } from 'react'
import { fromPromise } from 'xstate'
import { type OlderPage, type OlderPages, olderMachine } from '../../../machines/older.ts'
import { useScreenEvents } from './screen-machines.ts'
import { useFlow } from './use-flow.ts'
import { useRemembered, visitMemory } from './visit.ts'

/** A page of a list, newest first, and the cursor of the next page. */
export type PageOf<Row> = {
  readonly results: readonly Row[]
  readonly meta: {
    readonly more?: boolean
    readonly next_cursor: string | null
    readonly previous_cursor?: string | null
    readonly searched_to?: string | null
  }
}

type Options<Row> = {
  /** Identity of the query; another query starts with its first page. */
  readonly of: string
  /** The first page, which live events load again. */
  readonly first: PageOf<Row> | undefined
  /** Joins kept rows and the first page; returns the first page's own rows where none are kept. */
  readonly join: (kept: readonly Row[], first: PageOf<Row>) => readonly Row[]
  readonly read: (cursor: string) => Promise<PageOf<Row>>
}

/** Older rows by query, so that Back returns to a list of the same length. */
const pages = visitMemory<OlderPages>()

/** A list that grows: new rows on top, older ones page by page with each `OLDER` event of the screen. */
export const useOlder = <Row>(options: Options<Row>) => {
  const { of, first } = options
  const newest = useRef(options)
  newest.current = options
  const machine = useMemo(
    () =>
      olderMachine.provide({
        actors: {
          read: fromPromise<OlderPage, { cursor: string }>(async ({ input }) => {
            const { results, meta } = await newest.current.read(input.cursor)
            return { rows: results, cursor: meta.next_cursor }
          }),
        },
      }),
    [],
  )
  const { ref, snapshot } = useFlow(machine, pages.recall(of) ?? { of, rows: [], cursor: null })
  const { context } = snapshot
  useRemembered(
    pages,
    context.of,
    useMemo(() => ({ of: context.of, rows: context.rows, cursor: context.cursor }), [context]),
  )
  // A query names its endpoint, and so the type of its rows.
  const kept = context.of === of ? (context.rows as readonly Row[]) : NONE
  const rows = useMemo(() => (first ? newest.current.join(kept, first) : NONE), [first, kept])
  const isKept = kept.length > 0 && rows !== first?.results
  const cursor = isKept ? context.cursor : (first?.meta.next_cursor ?? null)
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'OLDER') ref.send({ type, of, rows, cursor })
      },
      [ref, of, rows, cursor],
    ),
  )
  /** Changes rows of older pages, which saves and live events do not reach. */
  const change = useCallback(
    (by: (row: Row) => Row) => ref.send({ type: 'CHANGE', by: (row) => by(row as Row) }),
    [ref],
  )
  const isCurrent = context.of === of
  return {
    rows,
    hasOlder: cursor !== null,
    loadingOlder: isCurrent && snapshot.hasTag('busy'),
    /** Why the last older page is not here; null unless it failed. */
    olderFailure: isCurrent ? context.failure : null,
    change,
  }
}

const NONE: readonly never[] = []
