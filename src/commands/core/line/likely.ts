import { named, slugOf } from '../naming.ts'
import type { Entity } from '../world.ts'
import { slipsIn, stepsBetween } from './closest.ts'
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

/**
 * Matches of a text with the objects first that the person uses. Without a text they go before all others. A name that is the text but for
 * a slip or two, as “Checkout” is for `chekout`, goes before longer ones that its letters are strewn over, however often they are used.
 */
export const likelyFirst = (
  found: readonly Match<Entity>[],
  used: ReadonlyMap<string, number>,
  text: string,
): readonly Match<Entity>[] => {
  const typed = slugOf(text)
  const factor = typed === '' ? 1 : BONUS
  const slips = new Map(found.map(({ item }) => [item.id, slipsFrom(typed, slugOf(item.name))]))
  // Another one may have the same name in another case, and be used more often.
  const isTyped = ({ item }: Match<Entity>) => Number(item.name === text)
  const slipsOf = ({ item }: Match<Entity>) => slips.get(item.id) ?? 0
  return found
    .map((match) => ({ ...match, score: match.score + factor * (used.get(match.item.id) ?? 0) }))
    .sort((a, b) => slipsOf(a) - slipsOf(b) || isTyped(b) - isTyped(a) || b.score - a.score)
}

/** Slips between a text and a name: none where the name contains it, and more than any text may have where it is another name. */
const slipsFrom = (typed: string, name: string): number => {
  if (typed === '' || name.includes(typed)) return 0
  const most = slipsIn(typed.length)
  return Math.min(stepsBetween(typed, name, most), most + 1)
}
