import { useCallback, useMemo, useRef, useState } from 'react'
import { useScreenEvents } from './screen-machines.ts'

/** A page of a list, newest first, and where the next one begins. */
export type PageOf<Row> = {
  readonly results: readonly Row[]
  readonly meta: { readonly more?: boolean; readonly next_cursor: string | null }
}

type Options<Row> = {
  /** What is listed: another question begins anew. */
  readonly of: string
  /** The first page, which is read again as things happen. */
  readonly first: PageOf<Row> | undefined
  /** All rows, of what was kept and the first page; the first page itself where nothing else is to be kept. */
  readonly join: (kept: readonly Row[], first: PageOf<Row>) => readonly Row[]
  readonly read: (cursor: string) => Promise<PageOf<Row>>
}

type Kept<Row> = {
  readonly of: string
  readonly rows: readonly Row[]
  readonly cursor: string | null
  readonly loading: boolean
}

/** A list of which new rows come in on top, and older ones page by page, as the screen is told `OLDER`. */
export const useOlder = <Row>(options: Options<Row>) => {
  const { of, first } = options
  const newest = useRef(options)
  newest.current = options
  const [older, setOlder] = useState<Kept<Row>>({ of, rows: [], cursor: null, loading: false })
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
  /** Changes rows that are kept here, which no save and no live event reaches. */
  const change = useCallback((by: (row: Row) => Row) => setOlder((now) => ({ ...now, rows: now.rows.map(by) })), [])
  return { rows, hasOlder: cursor !== null, loadingOlder: loading, change }
}
