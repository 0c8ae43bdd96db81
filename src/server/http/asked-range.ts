import { possibleTime } from '../../domain/core/possible-times.ts'
import { type Problem, problem } from '../../domain/core/problem.ts'
import { parseTime } from '../../domain/core/wire-time.ts'

/** A bound of a query: the name of its field, and its text. */
type Bound = readonly [field: string, text: string | undefined]

type Asked = {
  readonly now: number
  /** Whether the end belongs to the range, so that it may be its start. */
  readonly isEndIncluded?: boolean
}

/**
 * Reads the times between which a list is asked for, either of which may be absent: the times that were asked for where something may be
 * recorded then, otherwise the nearest such time. `problems` name what is wrong.
 */
export const askedRange = (
  start: Bound,
  end: Bound,
  { now, isEndIncluded = false }: Asked,
): { from?: number; to?: number; problems: Problem[] } => {
  const problems: Problem[] = []
  const read = ([field, text]: Bound): number | null => {
    const ms = text === undefined ? null : parseTime(text)
    if (text !== undefined && ms === null)
      problems.push(problem(field, 'invalid', 'must be a time such as 2026-01-05T10:00:00Z.'))
    return ms
  }
  const [from, to] = [read(start), read(end)]
  if (from !== null && to !== null && (isEndIncluded ? from > to : from >= to))
    problems.push(
      problem(start[0], 'range', isEndIncluded ? `must not be after ${end[0]}.` : `must be before ${end[0]}.`),
    )
  return {
    ...(from !== null && { from: possibleTime(from, now) }),
    ...(to !== null && { to: possibleTime(to, now) }),
    problems,
  }
}
