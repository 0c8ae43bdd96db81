import { type Command, phrasesOf } from '../commands/core/command.ts'
import { stepsBetween } from '../commands/core/line/closest.ts'

const MOST_NEAR = 3

/** Slips in a word of this many letters: with more of them it is another word. */
const slipsIn = (letters: number): number => (letters < 3 ? 0 : letters < 6 ? 1 : letters < 10 ? 2 : 3)

const stepsTo = (typed: string, word: string): number => {
  const most = slipsIn(typed.length)
  const steps = stepsBetween(typed.toLowerCase(), word, most)
  return steps <= most ? steps : Number.POSITIVE_INFINITY
}

const nearest = (found: readonly { readonly text: string; readonly steps: number }[]): readonly string[] => {
  const near = found.filter(({ steps }) => steps < Number.POSITIVE_INFINITY).sort((a, b) => a.steps - b.steps)
  const [first] = near
  return [...new Set(near.filter(({ steps }) => steps === first?.steps).map(({ text }) => text))].slice(0, MOST_NEAR)
}

/** The words that a text is a slip or two away from, if none is nearer. */
export const nearWords = (typed: string, words: readonly string[]): readonly string[] =>
  nearest(words.map((word) => ({ text: word, steps: stepsTo(typed, word) })))

/** The phrases of commands that begin like words of a line, each word with at most its own slips. */
export const nearPhrases = (typed: readonly string[], commands: readonly Command[]): readonly string[] => {
  const all = commands.flatMap(phrasesOf).filter((phrase) => phrase.split(' ').length <= typed.length)
  const steps = (phrase: string): number =>
    phrase.split(' ').reduce((sum, word, at) => sum + stepsTo(typed[at] ?? '', word), 0)
  const longest = (length: number) => all.filter((phrase) => phrase.split(' ').length === length)
  for (let length = typed.length; length > 0; length--) {
    const near = nearest(longest(length).map((phrase) => ({ text: phrase, steps: steps(phrase) })))
    if (near.length > 0) return near
  }
  return []
}

/** Flags that a wrong one may mean: longer ones that hold it (`--timeout`), then those that a slip or two turn into it. */
export const nearFlags = (typed: string, flags: readonly string[]): readonly string[] => {
  const word = typed.slice(2)
  const longer = flags.filter((flag) => flag.slice(2).split('-').includes(word) || flag.startsWith(typed))
  const near = nearWords(
    word,
    flags.map((flag) => flag.slice(2)),
  ).map((name) => `--${name}`)
  return [...new Set([...longer, ...near])].slice(0, MOST_NEAR)
}
