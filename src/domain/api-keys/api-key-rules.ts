import { type Level, levelsWithin } from '../core/access.ts'
import { type Problem, problem } from '../core/problem.ts'
import { parseTime } from '../core/wire-time.ts'

const DAY_MS = 86_400_000

export type ApiKeyDraft = {
  readonly name: string
  readonly access_level?: Level | undefined
  readonly expires?: string | null | undefined
  readonly expires_days?: number | null | undefined
}

/** When a key stops (Unix ms); null: never, or not a time. */
export const expiryOf = ({ expires, expires_days }: ApiKeyDraft, now: number): number | null =>
  expires_days ? now + expires_days * DAY_MS : expires ? parseTime(expires) : null

/**
 * What is wrong with a new API key. `own` is the level of whoever makes it, who may hand on no right that it lacks; `until` is
 * when the key stops by which it is made (null: never, or a person makes it): no key outlives its maker.
 */
export const apiKeyProblems = (
  draft: ApiKeyDraft,
  { own, until, now }: { own: Level; until: number | null; now: number },
): Problem[] => {
  const problems: Problem[] = []
  const { name, access_level, expires, expires_days } = draft
  if (name.trim() === '') problems.push(problem('name', 'required', 'must not be empty.'))
  const within = levelsWithin(own)
  if (access_level && !within.includes(access_level))
    problems.push(
      problem('access_level', 'forbidden', `must be at most what you may do yourself: ${within.join(', ')}.`),
    )
  const at = expiryOf(draft, now)
  if (expires && expires_days) problems.push(problem('expires', 'duplicate', 'must be left out beside expires_days.'))
  else if (expires && at === null)
    problems.push(problem('expires', 'invalid', 'must be a time such as 2026-12-31T00:00:00Z.'))
  else if (at !== null && at <= now) problems.push(problem('expires', 'range', 'must be a time to come.'))
  if (until !== null && problems.length === 0 && (at === null || at > until))
    problems.push(
      problem(
        expires_days ? 'expires_days' : 'expires',
        'range',
        'must be no later than that of the key that makes it.',
      ),
    )
  return problems
}
