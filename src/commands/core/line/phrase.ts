import { commands } from '../../registry.ts'
import { type Command, phrasesOf } from '../command.ts'
import type { Token } from './tokens.ts'

type Phrases = { readonly of: ReadonlyMap<string, Command>; readonly longest: number }

const indexes = new WeakMap<readonly Command[], Phrases>()

const phrasesIn = (book: readonly Command[]): Phrases => {
  const before = indexes.get(book)
  if (before) return before
  const of = new Map(book.flatMap((each) => phrasesOf(each).map((phrase) => [phrase, each] as const)))
  const index = { of, longest: Math.max(...[...of.keys()].map((phrase) => phrase.split(' ').length)) }
  indexes.set(book, index)
  return index
}

/** The command of a book that a line begins with, and how many tokens name it: the longest phrase wins. */
export const phraseIn = (
  tokens: readonly Token[],
  book: readonly Command[] = commands,
): { readonly command: Command; readonly length: number } | null => {
  const { of, longest } = phrasesIn(book)
  for (let length = Math.min(longest, tokens.length); length > 0; length--) {
    const words = tokens.slice(0, length)
    const command = of.get(words.map(({ text }) => text.toLowerCase()).join(' '))
    if (command && words.every(({ quoted }) => !quoted)) return { command, length }
  }
  return null
}
