import type { World } from '../world.ts'
import { LineReader } from './line-reader.ts'
import { phraseIn } from './phrase.ts'
import type { Reading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A line may hold the body of a request, which has a million characters at most. */
const LONGEST_LINE = 1_200_000
const MOST_WORDS = 2_000

/** Why a line is not read at all; null where it is. */
const tooLong = (line: string, tokens: readonly Token[]): string | null => {
  if (line.length > LONGEST_LINE) return `A line has ${LONGEST_LINE} characters at most.`
  return tokens.length > MOST_WORDS ? `A line has ${MOST_WORDS} words at most.` : null
}

/** Reads a line as far as it goes. Nothing runs with a problem; names are looked up in what the world has loaded. */
export const readLine = (line: string, world: World): Reading => {
  const tokens = line.length > LONGEST_LINE ? [] : tokensOf(line)
  const sentence = tooLong(line, tokens)
  if (sentence !== null) return refused(line, sentence)
  const phrase = phraseIn(tokens)
  if (!phrase) return unread(line, tokens)
  const reader = new LineReader(line, phrase.command, tokens.slice(phrase.length), world)
  reader.read()
  return reader.reading(tokens.slice(0, phrase.length))
}

const refused = (line: string, sentence: string): Reading => ({
  ...unread(line, []),
  problems: [{ from: 0, to: line.length, sentence, unfinished: false, argument: null, instead: [], fix: null }],
})

const unread = (line: string, tokens: readonly Token[]): Reading => ({
  line,
  command: null,
  tokens: tokens.map(({ from, to, flag }) => ({ from, to, role: flag ? 'flag' : 'text' })),
  args: {},
  missing: null,
  problems: tokens
    .filter(({ flag }) => flag)
    .slice(0, 1)
    .map(() => ({
      from: 0,
      to: tokens.find(({ flag }) => flag)?.from ?? line.length,
      sentence: 'Unknown command.',
      unfinished: false,
      argument: null,
      instead: [],
      fix: null,
    })),
  current: null,
  piece: { from: 0, text: line.trim() },
  confirmed: null,
})
