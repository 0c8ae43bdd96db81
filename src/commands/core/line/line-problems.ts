import type { Problem } from './reading.ts'
import type { Token } from './tokens.ts'

/** A problem without an argument and without a correction. */
export const noHelp = {
  unfinished: false,
  argument: null,
  instead: [],
  fix: null,
  search: null,
  isLoading: false,
} as const

/** The problem of a token whose quote is open; the fix closes it. */
export const openQuote = (line: string, token: Token): Problem => {
  const fix = `${line}${line[token.from] === "'" ? "'" : '"'}`
  return { ...noHelp, from: token.from, to: token.to, sentence: 'A quote is not closed.', unfinished: true, fix }
}
