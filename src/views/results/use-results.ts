import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../app/screen-machines.ts'
import { useResource } from '../app/use-resource.ts'
import { useWorld } from '../app/use-world.ts'
import type { Result } from './full-result.ts'
import type { ResultQuery } from './result-filter.ts'
import { heldBack, joined } from './result-pages.ts'

/** Whoever has scrolled this far reads, and is not to be moved by what is new. */
const READING_FROM_PX = 160

const followScroll = (changed: () => void) => {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}
const isReading = () => window.scrollY > READING_FROM_PX

/** The results that a screen lists: live ones come in on top, older ones page by page. */
export type ResultsState = {
  readonly rows: readonly Result[]
  /** How many came since and wait, so that the rows that are being read stay where they are. */
  readonly waiting: number
  readonly status: 'notSet' | 'pending' | 'success' | 'failed'
  readonly isThere: boolean
  readonly error: Failure | null
  readonly hasOlder: boolean
  readonly loadingOlder: boolean
  refetch(): void
}

type Older = {
  readonly of: string
  readonly rows: readonly Result[]
  readonly cursor: string | null
  readonly loading: boolean
}

/** Results by a query, of one monitor or of the whole project. */
export const useResults = (query: ResultQuery, callId: string | null): ResultsState => {
  const world = useWorld()
  const project = useResource('result.list', callId === null ? { query } : null)
  const monitor = useResource('result.list-of-call', callId === null ? null : { params: { id: callId }, query })
  const first = callId === null ? project : monitor
  const of = JSON.stringify([query, callId])
  const [older, setOlder] = useState<Older>({ of, rows: [], cursor: null, loading: false })
  const kept = older.of === of ? older : { of, rows: [], cursor: null, loading: false }
  const { data } = first
  const page: readonly Result[] = data?.results ?? []
  const all = useMemo(() => joined(kept.rows, page, data?.meta.more === false), [kept.rows, page, data])
  const cursor = kept.rows.length > 0 ? kept.cursor : (data?.meta.next_cursor ?? null)

  const reading = useSyncExternalStore(followScroll, isReading)
  const shownBefore = useRef<{ of: string; rows: readonly Result[] }>({ of, rows: all })
  const before = shownBefore.current
  const grownBelow =
    before.of === of && all.length > 0 && before.rows.length > 0 && all.at(-1)?.id !== before.rows.at(-1)?.id
  const rows = reading && before.of === of && before.rows.length > 0 && !grownBelow ? before.rows : all
  useEffect(() => {
    shownBefore.current = { of, rows }
  }, [of, rows])

  const busy = kept.loading
  const readOlder = useCallback(async () => {
    if (cursor === null || busy) return
    setOlder({ of, rows: all, cursor, loading: true })
    const from = { ...query, cursor }
    const answer = await (callId === null
      ? world.call('result.list', { query: from })
      : world.call('result.list-of-call', { params: { id: callId }, query: from })
    ).catch(() => null)
    setOlder((now) => {
      if (now.of !== of) return now
      if (!answer) return { ...now, loading: false }
      return { of, rows: [...now.rows, ...answer.results], cursor: answer.meta.next_cursor, loading: false }
    })
  }, [world, of, all, cursor, busy, query, callId])
  useScreenEvents(
    'screen',
    useCallback(
      ({ type }) => {
        if (type === 'OLDER') void readOlder()
        else if (type === 'NEWEST') scrollTo({ top: 0 })
      },
      [readOlder],
    ),
  )
  return {
    rows,
    waiting: rows === all ? 0 : heldBack(rows, all),
    status: first.status,
    isThere: data !== undefined,
    error: first.error,
    hasOlder: cursor !== null,
    loadingOlder: busy,
    refetch: first.refetch,
  }
}
