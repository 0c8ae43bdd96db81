import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Db } from '../../store/core/database.ts'
import type { RunColumns } from '../../store/core/tables.ts'
import { cursorAt, type ListedResult } from '../../store/results/result-search.ts'
import type { ResultStore } from '../../store/results/result-store.ts'
import { idOfRun, newestRunFirst, runOfId } from '../../store/results/runs.ts'
import { type QueuedRun, queuedRuns } from '../../store/runs/queued-runs.ts'
import type { AskedResults } from './result-filter.ts'

type Row = { readonly run: RunColumns; readonly stored?: ListedResult; readonly queued?: QueuedRun }

/** One page of results and queued runs, newest first, and the cursors beside it. */
export type ResultPage = {
  readonly rows: readonly Row[]
  readonly meta: {
    more: boolean
    next_cursor: string | null
    previous_cursor: string | null
    searched_to: string | null
  }
}

/** `isOver`: a search that is not finished answers with what it found. */
type Reads = { readonly db: Db; readonly results: Pick<ResultStore, 'list'>; readonly isOver: () => boolean }

/**
 * Reads a page. A cursor is the key of a row, so a result that arrives between two pages moves none of them. A run that is queued has the
 * key of its result.
 */
export const readPage = async (
  { db, results, isOver }: Reads,
  { filter, withQueued, withResults }: AskedResults,
): Promise<ResultPage> => {
  const asked = { ...filter, limit: filter.limit + 1 }
  const found = withResults ? await results.list(db, asked, isOver) : { rows: [], searchedTo: null }
  const queued = withQueued ? await queuedRuns(db, asked) : []
  const { newer = false, limit } = filter
  const { searchedTo } = found
  const isSearched = ({ due }: RunColumns) => searchedTo === null || (newer ? due < searchedTo : due >= searchedTo)
  const known = new Set(found.rows.map(idOfRun))
  const all: Row[] = [
    ...found.rows.map((stored) => ({ run: stored, stored })),
    // One that was reported between the two queries is both.
    ...queued.filter((run) => isSearched(run) && !known.has(idOfRun(run))).map((run) => ({ run, queued: run })),
  ].sort((a, b) => newestRunFirst(a.run, b.run))
  const isMore = all.length > limit
  const rows = newer ? all.slice(-limit) : all.slice(0, limit)
  const idAt = (index: number): string | null => {
    const row = rows.at(index)
    return row ? idOfRun(row.run) : null
  }
  const goesOn = !isMore && searchedTo !== null
  const beyond = isMore ? idAt(newer ? 0 : -1) : goesOn ? cursorAt(searchedTo) : null
  // Back from a page without rows is to the row of the cursor itself.
  const at = filter.after === undefined ? null : runOfId(filter.after)
  const next_cursor = newer && at ? (idAt(-1) ?? cursorAt(at.due + 1)) : beyond
  const previous_cursor = newer ? beyond : at && (idAt(0) ?? cursorAt(at.due))
  return {
    rows,
    meta: {
      more: next_cursor !== null,
      next_cursor,
      previous_cursor,
      searched_to: goesOn ? formatTime(searchedTo) : null,
    },
  }
}

/** Milliseconds after which a search for a page of a list answers with what it found. */
const SEARCH_MS = 1_000

/** Ends a search after a while. */
export const patience = (clock: () => number): (() => boolean) => {
  const until = clock() + SEARCH_MS
  return () => clock() > until
}
