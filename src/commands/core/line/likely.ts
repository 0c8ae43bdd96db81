import { named } from '../naming.ts'
import type { Entity } from '../world.ts'
import type { Match } from './match.ts'
import { tokensOf } from './tokens.ts'

/** Weights of the objects that earlier lines name, from 1 down to 0; `recent` has the likeliest line first. */
export const usedAmong = (entities: readonly Entity[], recent: readonly string[]): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>()
  for (const [place, line] of recent.entries())
    for (const { parts } of tokensOf(line))
      for (const part of parts) {
        const found = named(part, entities)
        const [only] = found
        if (only && found.length === 1 && !weights.has(only.id)) weights.set(only.id, 1 - place / recent.length)
      }
  return weights
}

/** What nearness to an earlier line adds to the score of a match, which is 1 at most. */
const BONUS = 0.15

/** Matches with the objects first that the person uses. Without a text they go before all others. */
export const likelyFirst = (
  found: readonly Match<Entity>[],
  used: ReadonlyMap<string, number>,
  isUnasked: boolean,
): readonly Match<Entity>[] => {
  if (used.size === 0) return found
  const factor = isUnasked ? 1 : BONUS
  return found
    .map((match) => ({ ...match, score: match.score + factor * (used.get(match.item.id) ?? 0) }))
    .sort((a, b) => b.score - a.score)
}
