import { argumentsOf } from '../argument.ts'
import { type Command, phrasesOf } from '../command.ts'
import { type KeyPreferences, shownKey } from '../own-keys.ts'
import { closestIn, closestTo, slipsIn, stepsBetween, type Words, wordsOf } from './closest.ts'
import { OTHER_VERBS } from './other-verbs.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { tokensOf } from './tokens.ts'

/** Shorter texts are near to too much. */
const SHORTEST = 3

/** The phrase that the first words of a line are nearest to, with the part of the line that it replaces. */
export type NearPhrase = { readonly command: Command; readonly phrase: string; readonly to: number }

type Phrase = Omit<NearPhrase, 'to'>

const prepared = new WeakMap<readonly Command[], ReadonlyMap<number, Words<Phrase>>>()

/** The phrases of commands by their number of words, the longest first; prepared once for each list. */
const wordsByLength = (commands: readonly Command[]): ReadonlyMap<number, Words<Phrase>> => {
  const before = prepared.get(commands)
  if (before) return before
  const all = commands.flatMap((command) => phrasesOf(command).map((phrase): Phrase => ({ command, phrase })))
  const lengthOf = ({ phrase }: Phrase) => phrase.split(' ').length
  const lengths = [...new Set(all.map(lengthOf))].sort((a, b) => b - a)
  const made = new Map(
    lengths.map((length) => [
      length,
      wordsOf(all.filter((each) => lengthOf(each) === length).map((each) => [each.phrase, each] as const)),
    ]),
  )
  prepared.set(commands, made)
  return made
}

const NEGATIONS = ['un', 'dis', 'de'] as const

/** Whether one word is the other with a negation before it: `unpause` is nearer to “pause” without its `un`, `delete` is no nearer to “dlete” without its `de`. */
const negates = (word: string, other: string): boolean =>
  NEGATIONS.some((each) => {
    if (!word.startsWith(each) || other.startsWith(each)) return false
    const bare = word.slice(each.length)
    const limit = Math.max(word.length, other.length)
    return stepsBetween(bare, other, limit) < stepsBetween(word, other, limit)
  })

const isNear = (typed: string, word: string): boolean => {
  const limit = slipsIn(Math.max(typed.length, word.length))
  return stepsBetween(typed, word, limit) <= limit
}

/**
 * Whether one word may be a slip in another. A word with a negation is none in the one without: `unpause` is meant by nobody who writes
 * “pause”, and its nearest phrase does the opposite.
 */
const isSlip = (typed: string, word: string): boolean =>
  stepsBetween(typed, word, slipsIn(typed.length)) <= slipsIn(typed.length) &&
  !negates(typed, word) &&
  !negates(word, typed)

/** The phrases nearest to the first words of a line, the nearest first. */
export const nearestPhrases = (line: string, commands: readonly Command[]): readonly NearPhrase[] => {
  const tokens = tokensOf(line)
  const firstFlag = tokens.findIndex(({ flag }) => flag !== null)
  const words = firstFlag < 0 ? tokens : tokens.slice(0, firstFlag)
  for (const [length, known] of wordsByLength(commands)) {
    const [first, last] = [words[0], words[length - 1]]
    if (!first || !last) continue
    const typed = line.slice(first.from, last.to)
    if (typed.length < SHORTEST) continue
    const verb = first.text.toLowerCase()
    const near = closestIn(typed, known).filter(({ phrase }) => {
      const [first = '', ...others] = phrase.split(' ')
      // Each word has slips of its own: all of them in one short noun make another noun.
      return isSlip(verb, first) && others.every((word, at) => isNear(words[at + 1]?.text.toLowerCase() ?? '', word))
    })
    if (near.length > 0) return near.map((each) => ({ ...each, to: last.to }))
  }
  return []
}

/**
 * A line whose first word is one slip away from a verb, means one (`mute alpha`), or is the beginning of a single one (`del alpha`), with that
 * verb; null where the verb is still being typed, or none is near.
 */
export const withNearestVerb = (line: string, commands: readonly Command[]): string | null => {
  const [first, more] = tokensOf(line)
  if (!first || first.quoted) return null
  const verbs = [...new Set(commands.flatMap(phrasesOf).map((phrase) => phrase.split(' ')[0] ?? ''))]
  const typed = first.text.toLowerCase()
  const meant = OTHER_VERBS[typed]
  if (meant !== undefined && verbs.includes(meant)) return more ? meant + line.slice(first.to) : null
  if (typed.length < SHORTEST) return null
  const begun = verbs.filter((verb) => verb.startsWith(typed))
  const [only] = begun
  if (only !== undefined) return begun.length === 1 && only !== typed && more ? only + line.slice(first.to) : null
  const [nearest] = closestTo(
    typed,
    verbs.filter((verb) => isSlip(typed, verb) && stepsBetween(typed, verb, 1) <= 1),
  )
  return nearest === undefined ? null : `${nearest}${line.slice(first.to)}`
}

/** Commands that a misspelled line may mean. Choosing one writes its words and runs nothing. */
export const nearestCommands = (
  line: string,
  commands: readonly Command[],
  preferences: KeyPreferences,
): readonly { item: Suggestion; score: number }[] =>
  nearestPhrases(line, commands).flatMap(({ command, phrase, to }) => {
    const rest = line.slice(to)
    // What is typed already is no correction: choosing it would do nothing.
    if (phrase + rest === line) return []
    return {
      // Above matches of strewn letters, below what is sure.
      score: 1,
      item: suggestion({
        id: `meant:${command.id}`,
        label: phrase.charAt(0).toUpperCase() + phrase.slice(1) + rest.trimEnd(),
        note: command.title,
        icon: command.icon ?? null,
        keys: shownKey(command, preferences),
        line: rest === '' && argumentsOf(command).length > 0 ? `${phrase} ` : phrase + rest,
      }),
    }
  })
