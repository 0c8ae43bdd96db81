import type { Shape } from '../../../contract/core/endpoint.ts'
import type { category } from '../../../contract/results/results.ts'

/** What a run came to. */
export type Category = Shape<typeof category>

/** How a monitor stands: what its last run came to, or that no results come. */
export type Status = Category | 'NO_DATA'

/** Statuses as words in sentence case. */
export const categoryWords: Readonly<Record<Status, string>> = {
  PASS: 'Pass',
  SLOW: 'Slow',
  WARNING: 'Warning',
  FAIL: 'Fail',
  QUEUED: 'Queued',
  SKIPPED: 'Skipped',
  NO_DATA: 'No data',
}
