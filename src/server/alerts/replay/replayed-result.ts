import type { JudgedResult } from '../result-events.ts'

/** A result as a replay reads it: what alerts look at, and the codes that explain it. */
export type ReplayedResult = JudgedResult & {
  readonly step: number | null
  readonly http_code: number | null
}

/** Columns of a result in a page, in this order; −1 stands for null. */
export const PAGE_COLUMNS = [
  'due',
  'target_key',
  'source',
  'location_key',
  'attempt',
  'category',
  'ignored',
  'trigger',
  'step',
  'reason',
  'http_code',
] as const

const orNull = (number: number): number | null => (number < 0 ? null : number)

/** Reads a line of a page. */
export const resultOfLine = (line: string): ReplayedResult => {
  const [due = 0, target_key = 0, source = 0, location_key = 0, attempt = 0, ...rest] = line.split(' ').map(Number)
  const [category = 0, ignored = 0, trigger = 0, step = -1, reason = 0, http_code = -1] = rest
  return {
    ...{ due, target_key, source, location_key, attempt, category, ignored, trigger, reason },
    step: orNull(step),
    http_code: orNull(http_code),
  }
}
