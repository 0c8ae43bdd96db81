import { page, time } from '../core/wire.ts'

/** Filters of results. */
export const narrowing = {
  /** Inclusive. */
  'from?': time,
  /** Inclusive. */
  'time?': time,
  /** Categories, separated by commas. WARN, ERROR and TIMEOUT are synonyms. */
  'result_category?': 'string <= 200',
  /** Reasons, separated by commas; for callers who may inspect results. */
  'reason?': 'string <= 400',
  /** HTTP codes separated by commas: `404`, `5xx`, or `none` for results without a response. */
  'code?': 'string <= 200',
  'location_id?': 'string <= 128',
  /** Results with a response that took longer than this, in milliseconds. */
  'latency_above?': 'number >= 0',
  /** Results with a response that took at most this, in milliseconds. */
  'latency_up_to?': 'number >= 0',
  /** Origin of the run. */
  'trigger?': "'schedule' | 'manual' | 'api'",
} as const

/** Cursor paging in both directions. */
export const paged = {
  ...page,
  /** `newer`: the rows just above the cursor instead of those below it. Rows are newest first in both cases. */
  'direction?': "'older' | 'newer'",
} as const

/** Filters of the results of all monitors. */
export const ofProject = {
  ...narrowing,
  'call_id?': 'string <= 128',
  /** Tags of monitors, separated by commas: results of monitors that have one of them now. */
  'tag?': 'string <= 2000',
} as const

/** A page of results, newest first. */
/* @__NO_SIDE_EFFECTS__ */
export const resultPage = <const Row>(row: Row) =>
  ({
    meta: {
      more: 'boolean',
      /** Cursor of older rows. */
      next_cursor: 'string | null',
      /** Cursor of newer rows, for `direction=newer`; null on the newest page. */
      'previous_cursor?': 'string | null',
      /** Searching took long and ended at this due time, before the page was full: a cursor goes on from there. */
      'searched_to?': 'string | null',
      'project_id?': 'string',
    },
    results: [row, '[]'],
  }) as const
