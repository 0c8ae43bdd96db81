import { type Problem, problem } from '../core/problem.ts'
import { tagProblems } from '../core/tag-rules.ts'
import type { BusinessHours } from './business-hours.ts'
import { businessHoursProblems } from './business-hours-rules.ts'
import { retryTagProblems } from './retry-settings.ts'
import { frequencySeconds } from './schedule-times.ts'

/** A schedule to create, or the fields of one to change. */
export type ScheduleDraft = {
  readonly name?: string
  readonly tags?: readonly string[]
  readonly frequency?: number | string
  readonly regions?: readonly string[]
  readonly locations?: readonly string[]
  readonly targets?: readonly string[]
  readonly business_hours?: BusinessHours | null
}

/** Default values of a schedule. */
export const SCHEDULE_DEFAULTS = { name: 'Unnamed Schedule', frequency: 'daily', enabled: true } as const

const duplicateProblems = (field: string, ids: readonly string[]): Problem[] =>
  new Set(ids).size === ids.length ? [] : [problem(field, 'duplicate', 'must not contain duplicates.')]

/** Field errors of a schedule, except unknown ids, which only the store can check. */
export const scheduleProblems = (draft: ScheduleDraft): Problem[] => {
  const problems: Problem[] = []
  if (draft.name?.trim() === '') problems.push(problem('name', 'required', 'must not be empty.'))
  if (draft.tags) problems.push(...tagProblems('tags', draft.tags), ...retryTagProblems('tags', draft.tags))
  if (draft.frequency !== undefined && frequencySeconds(draft.frequency) === null)
    problems.push(
      problem(
        'frequency',
        'range',
        'must be a whole number of seconds from 1 to a year (31536000), or hourly or daily.',
      ),
    )
  for (const field of ['regions', 'locations', 'targets'] as const)
    problems.push(...duplicateProblems(field, draft[field] ?? []))
  problems.push(...businessHoursProblems(draft.business_hours))
  return problems
}
