import { problem } from '../../domain/core/problem.ts'
import { parseTime } from '../../domain/core/wire-time.ts'
import { invalid, Refusal } from '../refusal.ts'

/** Refuses a change whose `if_last_update` names another version than the stored one. */
export const refuseStale = (
  noun: string,
  asked: string | undefined,
  stored: { readonly last_update: number },
): Refusal | null => {
  if (asked === undefined) return null
  const askedMs = parseTime(asked)
  if (askedMs === null)
    return invalid([problem('if_last_update', 'invalid', 'must be a time such as 2026-01-05T10:00:00.000Z.')])
  if (askedMs === stored.last_update) return null
  return new Refusal(409, 'conflict', `This ${noun} was changed after you opened it.`)
}
