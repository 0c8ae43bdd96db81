import type { Shape } from '../../../contract/core/endpoint.ts'
import type { category } from '../../../contract/results/results.ts'

/** Result category. */
export type Category = Shape<typeof category>

/** Status of a monitor: the category of its last result, or no data. */
export type Status = Category | 'NO_DATA'

/** Labels of statuses, in sentence case. */
export const categoryWords: Readonly<Record<Status, string>> = {
  PASS: 'Pass',
  SLOW: 'Slow',
  WARNING: 'Warning',
  FAIL: 'Fail',
  QUEUED: 'Queued',
  SKIPPED: 'Skipped',
  NO_DATA: 'No data',
}
