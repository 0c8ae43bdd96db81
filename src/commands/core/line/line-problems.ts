import type { Argument } from '../argument.ts'
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

/** The problem of words that may be a name, or the beginning of a longer one: nobody knows where the name ends. */
export const rivalNames = ({ from, to, text }: Token, rival: string, argument: Argument): Problem => ({
  ...noHelp,
  from,
  to,
  sentence: `“${text}” and “${rival}” may both be meant: put quotes around the name.`,
  argument,
  instead: [text, rival].map((name) => `"${name}"`),
})
