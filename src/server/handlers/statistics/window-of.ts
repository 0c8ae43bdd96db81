import { DAY_MS, HOUR_MS } from '../../../domain/core/periods.ts'
import { possibleWindow } from '../../../domain/core/possible-times.ts'
import { type Problem, problem } from '../../../domain/core/problem.ts'
import { formatTime, parseTime } from '../../../domain/core/wire-time.ts'
import type { Step, Window } from '../../../domain/statistics/windows.ts'
import { invalid, type Refusal } from '../../refusal.ts'

const USUAL_SPAN_MS = 7 * DAY_MS
const LONGEST_SPAN_MS = 3660 * DAY_MS
/** Longest windows by step: about 400 steps of minutes, and 2,400 of hours. */
const LONGEST_BY_STEP: Partial<Record<Step, { readonly ms: number; readonly words: string }>> = {
  PT1M: { ms: 6 * HOUR_MS, words: '6 hours' },
  PT5M: { ms: 30 * HOUR_MS, words: '30 hours' },
  HOUR: { ms: 100 * DAY_MS, words: '100 days' },
}

/** A window as answers have it. */
export const wireOf = ({ from, to }: Window) => ({ start: formatTime(from), end: formatTime(to) })

/** How a query names its bounds and the interval of an hour. */
type Names = { readonly start: string; readonly end: string; readonly hour: string }
const NAMES: Names = { start: 'start', end: 'end', hour: 'HOUR' }

/** Names of queries in ISO notation. */
export const ISO_NAMES: Names = { start: 'from', end: 'to', hour: 'PT1H' }

/**
 * Returns the window of a query, or a refusal that names what is wrong. What lies before 1970 or more than a year ahead is left out, as the
 * answer says; nothing is left of a window that lies there as a whole.
 */
export const windowOf = (
  query: { readonly start?: string | undefined; readonly end?: string | undefined },
  now: number,
  interval?: Step,
  names = NAMES,
): Window | Refusal => {
  const problems: Problem[] = []
  const longest = interval && LONGEST_BY_STEP[interval]
  const read = (field: 'start' | 'end', otherwise: number): number => {
    const text = query[field]
    const ms = text === undefined ? otherwise : parseTime(text)
    if (ms === null) problems.push(problem(names[field], 'invalid', 'must be a time such as 2026-01-05T10:00:00Z.'))
    return ms ?? otherwise
  }
  const to = read('end', now)
  const from = read('start', to - USUAL_SPAN_MS)
  if (problems.length === 0 && from >= to) problems.push(problem(names.start, 'range', `must be before ${names.end}.`))
  if (to - from > LONGEST_SPAN_MS)
    problems.push(problem(names.start, 'range', `must be at most ten years before ${names.end}.`))
  else if (longest && to - from > longest.ms)
    problems.push(
      problem(
        'interval',
        'range',
        `may be ${interval === 'HOUR' ? names.hour : interval} for at most ${longest.words}.`,
      ),
    )
  return problems.length > 0 ? invalid(problems) : possibleWindow({ from, to }, now)
}
