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

/** When a key expires (Unix ms); null for never, or if the time is invalid. */
export const expiryOf = ({ expires, expires_days }: ApiKeyDraft, now: number): number | null =>
  expires_days ? now + expires_days * DAY_MS : expires ? parseTime(expires) : null

/**
 * Rule violations of a new API key. `own` is the access level of the creator, who cannot grant rights they lack. `until` is when
 * the creating key expires (null for never, or if a person creates it): no key outlives the key that created it.
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
    problems.push(problem('access_level', 'forbidden', `must not exceed your own: ${within.join(', ')}.`))
  const at = expiryOf(draft, now)
  if (expires && expires_days)
    problems.push(problem('expires', 'duplicate', 'must be left out if expires_days is given.'))
  else if (expires && at === null)
    problems.push(problem('expires', 'invalid', 'must be a time such as 2026-12-31T00:00:00Z.'))
  else if (at !== null && at <= now) problems.push(problem('expires', 'range', 'must be in the future.'))
  if (until !== null && problems.length === 0 && (at === null || at > until))
    problems.push(
      problem(
        expires_days ? 'expires_days' : 'expires',
        'range',
        'must not be later than the expiry of the key that creates it.',
      ),
    )
  return problems
}
