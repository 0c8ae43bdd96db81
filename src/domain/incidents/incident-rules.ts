import { type Problem, problem } from '../core/problem.ts'
import { parseTime } from '../core/wire-time.ts'

/** Texts and times of an incident, as they are written. */
export type IncidentDraft = {
  readonly title?: string
  readonly text?: string
  readonly begun?: string
  readonly monitors?: readonly { readonly id: string }[]
}

/** Rule violations of an incident or update; `ended` is in Unix ms. */
export const incidentProblems = (
  { title, text, begun, monitors }: IncidentDraft,
  { now, ended }: { readonly now: number; readonly ended: number | null },
): Problem[] => {
  const problems: Problem[] = []
  if (title !== undefined && title.trim() === '') problems.push(problem('title', 'required', 'must not be empty.'))
  if (text !== undefined && text.trim() === '') problems.push(problem('text', 'required', 'must not be empty.'))
  if (begun !== undefined) {
    const at = parseTime(begun)
    if (at === null) problems.push(problem('begun', 'invalid', 'must be a time such as 2026-01-05T10:00:00Z.'))
    else if (at < 0 || at > (ended ?? now))
      problems.push(
        problem('begun', 'range', ended === null ? 'must not be in the future.' : 'must not be after the end.'),
      )
  }
  const ids = monitors?.map(({ id }) => id) ?? []
  if (new Set(ids).size < ids.length) problems.push(problem('monitors', 'duplicate', 'must name each monitor once.'))
  return problems
}
