import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Failure } from '../../../machines/resource/failure.ts'
import { useScreenEvents } from '../core/screen-machines.ts'
import { useOlder } from '../core/use-older.ts'
import { useResource } from '../core/use-resource.ts'
import { useWorld } from '../core/use-world.ts'
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

/** Results by a query, of one monitor or of the whole project. */
export const useResults = (query: ResultQuery, callId: string | null): ResultsState => {
  const world = useWorld()
  const project = useResource('result.list', callId === null ? { query } : null)
  const monitor = useResource('result.list-of-call', callId === null ? null : { params: { id: callId }, query })
  const first = callId === null ? project : monitor
  const of = JSON.stringify([query, callId])
  const {
    rows: all,
    hasOlder,
    loadingOlder,
  } = useOlder<Result>({
    of,
    first: first.data,
    join: joined,
    read: (cursor) =>
      callId === null
        ? world.call('result.list', { query: { ...query, cursor } })
        : world.call('result.list-of-call', { params: { id: callId }, query: { ...query, cursor } }),
  })

  const reading = useSyncExternalStore(followScroll, isReading)
  const shownBefore = useRef<{ of: string; rows: readonly Result[] }>({ of, rows: all })
  const before = shownBefore.current
  const grownBelow =
    before.of === of && all.length > 0 && before.rows.length > 0 && all.at(-1)?.id !== before.rows.at(-1)?.id
  const rows = reading && before.of === of && before.rows.length > 0 && !grownBelow ? before.rows : all
  useEffect(() => {
    shownBefore.current = { of, rows }
  }, [of, rows])

  useScreenEvents(
    'screen',
    useCallback(({ type }) => {
      if (type === 'NEWEST') scrollTo({ top: 0 })
    }, []),
  )
  return {
    rows,
    waiting: rows === all ? 0 : heldBack(rows, all),
    status: first.status,
    isThere: first.data !== undefined,
    error: first.error,
    hasOlder,
    loadingOlder,
    refetch: first.refetch,
  }
}
