import { commands } from '../../registry.ts'
import { type Command, phrasesOf } from '../command.ts'
import type { Token } from './tokens.ts'

const phrases: ReadonlyMap<string, Command> = new Map(
  commands.flatMap((each) => phrasesOf(each).map((phrase) => [phrase, each] as const)),
)
const longest = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length))

/** The command that a line begins with, and how many tokens name it: the longest phrase wins. */
export const phraseIn = (tokens: readonly Token[]): { readonly command: Command; readonly length: number } | null => {
  for (let length = Math.min(longest, tokens.length); length > 0; length--) {
    const words = tokens.slice(0, length)
    const command = phrases.get(words.map(({ text }) => text.toLowerCase()).join(' '))
    if (command && words.every(({ quoted }) => !quoted)) return { command, length }
  }
  return null
}
