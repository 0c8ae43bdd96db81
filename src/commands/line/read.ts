import type { World } from '../world.ts'
import { LineReader } from './line-reader.ts'
import { phraseIn } from './phrase.ts'
import type { Reading } from './reading.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Reads a line as far as it goes. Nothing runs with a problem; names are looked up in what the world has loaded. */
export const readLine = (line: string, world: World): Reading => {
  const tokens = tokensOf(line)
  const phrase = phraseIn(tokens)
  if (!phrase) return unread(line, tokens)
  const reader = new LineReader(line, phrase.command, tokens.slice(phrase.length), world)
  reader.read()
  return reader.reading(tokens.slice(0, phrase.length))
}

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
      sentence: 'No command begins like that.',
      unfinished: false,
      argument: null,
      instead: [],
      fix: null,
    })),
  current: null,
  piece: { from: 0, text: line.trim() },
  confirmed: null,
})
