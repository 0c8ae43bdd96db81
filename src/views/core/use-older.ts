import { useCallback, useMemo, useRef, useState } from 'react'
import { useScreenEvents } from './screen-machines.ts'
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

type Kept<Row> = {
  readonly of: string
  readonly rows: readonly Row[]
  readonly cursor: string | null
  readonly loading: boolean
}

/** Older rows by query, so that Back returns to a list of the same length. */
const pages = visitMemory<Kept<unknown>>()

// A query names its endpoint, and so the type of its rows.
const recallPages = <Row>(of: string): Kept<Row> | undefined => pages.recall(of) as Kept<Row> | undefined

/** A list that grows: new rows on top, older ones page by page with each `OLDER` event of the screen. */
export const useOlder = <Row>(options: Options<Row>) => {
  const { of, first } = options
  const newest = useRef(options)
  newest.current = options
  const [older, setOlder] = useState<Kept<Row>>(() => ({
    ...(recallPages<Row>(of) ?? { of, rows: [], cursor: null }),
    loading: false,
  }))
  useRemembered(pages, older.of, older)
  const kept = older.of === of ? older : null
  const rows = useMemo(() => (first ? newest.current.join(kept?.rows ?? [], first) : []), [first, kept])
  const isKept = kept !== null && kept.rows.length > 0 && rows !== first?.results
  const cursor = isKept ? kept.cursor : (first?.meta.next_cursor ?? null)
  const loading = kept?.loading ?? false
  const readOlder = useCallback(async () => {
    if (cursor === null || loading) return
    setOlder({ of, rows, cursor, loading: true })
    const page = await newest.current.read(cursor).catch(() => null)
    setOlder((now) => {
      if (now.of !== of) return now
      if (!page) return { ...now, loading: false }
      return { of, rows: [...now.rows, ...page.results], cursor: page.meta.next_cursor, loading: false }
    })
  }, [of, rows, cursor, loading])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'OLDER') void readOlder()
      },
      [readOlder],
    ),
  )
  /** Changes rows of older pages, which saves and live events do not reach. */
  const change = useCallback((by: (row: Row) => Row) => setOlder((now) => ({ ...now, rows: now.rows.map(by) })), [])
  return { rows, hasOlder: cursor !== null, loadingOlder: loading, change }
}
