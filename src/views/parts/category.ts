import type { Shape } from '../../contract/endpoint.ts'
import type { category } from '../../contract/results.ts'

/** What a run came to. */
export type Category = Shape<typeof category>

/** Categories as words in sentences' case. */
export const categoryWords: Readonly<Record<Category, string>> = {
  PASS: 'Pass',
  SLOW: 'Slow',
  WARNING: 'Warning',
  FAIL: 'Fail',
  QUEUED: 'Queued',
  SKIPPED: 'Skipped',
}
